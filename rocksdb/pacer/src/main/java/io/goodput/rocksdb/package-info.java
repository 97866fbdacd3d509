/**
 * Paces the writes of RocksDB databases, so that RocksDB never has to stall or stop them.
 *
 * <p>Start at {@link io.goodput.rocksdb.DbPacer}. The public types of this package are the API; no
 * type of another Goodput package appears in it.
 */
package io.goodput.rocksdb;
