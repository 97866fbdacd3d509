/** {@code write-stall} on Cassandra: how long writes stop while memtables are flushed. */
package io.goodput.lab.bench.memtable;
