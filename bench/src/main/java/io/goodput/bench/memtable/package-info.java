/**
 * The benchmark {@code write-stall} on Cassandra: writes that come faster than memtables are
 * flushed.
 */
package io.goodput.bench.memtable;
