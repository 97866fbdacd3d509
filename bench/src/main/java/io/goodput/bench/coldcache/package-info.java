/**
 * {@code cold-cache}: how the restart of one node slows a cluster's reads, with Cassandra's choice
 * of replicas and with reads weighted by heat.
 */
package io.goodput.bench.coldcache;
