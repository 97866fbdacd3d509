package io.goodput.cassandra.request;

import java.nio.ByteBuffer;
import org.apache.cassandra.cql3.BatchQueryOptions;
import org.apache.cassandra.cql3.QueryOptions;
import org.jspecify.annotations.Nullable;

/** The sizes of the values that clients send with statements, in bytes. */
final class SentBytes {

  private SentBytes() {}

  static long with(@Nullable QueryOptions statement) {
    long bytes = 0;
    if (statement != null) {
      for (ByteBuffer value : statement.getValues()) {
        bytes += value == null ? 0 : value.remaining();
      }
    }
    return bytes;
  }

  static long with(@Nullable BatchQueryOptions batch, int statements) {
    long bytes = 0;
    if (batch != null) {
      for (int i = 0; i < statements; i++) {
        bytes += with(batch.forStatement(i));
      }
    }
    return bytes;
  }
}
