/** {@code goodput top}: what all nodes of a cluster say, summed up. */
package io.goodput.cli.top;
