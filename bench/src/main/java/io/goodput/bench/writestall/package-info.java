/** What keeps RocksDB from stopping writes: {@link io.goodput.bench.writestall.WriteStall}. */
package io.goodput.bench.writestall;
