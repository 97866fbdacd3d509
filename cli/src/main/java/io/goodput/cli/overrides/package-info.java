/** {@code goodput limit}, {@code deny}, {@code unlimit}, and {@code overrides}. */
package io.goodput.cli.overrides;
