/**
 * Real Cassandra nodes as processes on this machine, on loopback addresses.
 *
 * <p>{@link io.goodput.lab.nodes.Cluster} starts and stops the nodes that a {@link
 * io.goodput.lab.nodes.ClusterSpec} describes. This package needs no Cassandra class at compile
 * time or run time: the nodes have their own class path.
 */
package io.goodput.lab.nodes;
