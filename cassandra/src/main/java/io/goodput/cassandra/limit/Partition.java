package io.goodput.cassandra.limit;

import java.nio.ByteBuffer;
import org.apache.cassandra.dht.Token;

/** A partition that a request names. */
record Partition(Series series, ByteBuffer key) {

  Token token() {
    return series.table().partitioner.getToken(key);
  }
}
