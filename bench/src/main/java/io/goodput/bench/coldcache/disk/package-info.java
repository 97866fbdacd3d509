/**
 * A disk for each node: nodes load it from this jar in place of a compressor. It is the one part of
 * the benchmarks that runs within Cassandra.
 */
package io.goodput.bench.coldcache.disk;
