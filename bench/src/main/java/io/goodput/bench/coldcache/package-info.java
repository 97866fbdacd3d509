/**
 * {@code cold-cache}: what the restart of one node does to a cluster's reads, with the choice of
 * replicas that Cassandra makes and with reads weighted by heat.
 */
package io.goodput.bench.coldcache;
