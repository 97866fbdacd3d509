/**
 * Per-partition rate limits. {@link io.goodput.cassandra.limit.LimitGuard} decides on the requests
 * that this node coordinates, {@link io.goodput.cassandra.limit.ReplicaGate} on those that other
 * coordinators leave to the replicas, and {@link io.goodput.cassandra.limit.Demands} keeps the
 * nodes' shares of each limit in step. {@link io.goodput.cassandra.limit.LimitFeature} puts them
 * together.
 */
package io.goodput.cassandra.limit;
