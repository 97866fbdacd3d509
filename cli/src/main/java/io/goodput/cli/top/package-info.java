/** {@code goodput top}: one view of all nodes of a cluster. */
package io.goodput.cli.top;
