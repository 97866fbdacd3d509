/** What runs on this node: versions, and failures of the plug-in itself. */
package io.goodput.cassandra.node;
