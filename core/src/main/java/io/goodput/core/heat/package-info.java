/**
 * Heat-weighted reads: how warm the cache of each replica is, and the shares of the reads that give
 * all replicas the same number of cache misses per second. Start at {@code ReadShares} for the
 * mathematics, and at {@code ReplicaHeats} for what nodes report.
 */
package io.goodput.core.heat;
