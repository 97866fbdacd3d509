/** {@code goodput console}: a local web page over what all nodes of a cluster report. */
package io.goodput.cli.console;
