/** What runs inside a node's process, before Cassandra. */
package io.goodput.cluster.node;
