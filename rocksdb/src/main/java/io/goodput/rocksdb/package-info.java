/** Paces the writes to RocksDB: {@link io.goodput.rocksdb.DbPacer} is where to begin. */
package io.goodput.rocksdb;
