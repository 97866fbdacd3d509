/** {@code goodput simulate}: one class per simulation. */
package io.goodput.cli.simulate;
