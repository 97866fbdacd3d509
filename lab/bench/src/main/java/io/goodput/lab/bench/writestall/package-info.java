/** {@code write-stall} on RocksDB: how long writes stop while memtables are flushed. */
package io.goodput.lab.bench.writestall;
