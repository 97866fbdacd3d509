/**
 * Real Cassandra nodes as processes of this machine, on loopback addresses.
 *
 * <p>{@link io.goodput.cluster.Cluster} starts and stops what a {@link
 * io.goodput.cluster.ClusterSpec} describes. No class of Cassandra is needed to compile or to run
 * this package: the nodes have a class path of their own.
 */
package io.goodput.cluster;
