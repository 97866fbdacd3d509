/** Tests of the plug-in as users install it: the jar on forked nodes, with real clients. */
package io.goodput.lab.nodetests;
