/** Code that runs inside a node's process and starts Cassandra. */
package io.goodput.lab.nodes.node;
