/** The plug-in as users install and meet it: its jar on forked nodes, and their clients. */
package io.goodput.it;
