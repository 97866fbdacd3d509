/** What all nodes of a cluster report about themselves, and its merge into one view. */
package io.goodput.cli.watch;
