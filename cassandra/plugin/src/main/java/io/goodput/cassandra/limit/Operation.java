package io.goodput.cassandra.limit;

import io.goodput.cassandra.request.Request;
import java.util.Locale;

/** The operations that have limits of their own. */
public enum Operation {
  READS(0),
  WRITES(1);

  private final byte code;

  Operation(int code) {
    this.code = (byte) code;
  }

  /** The operation that a request is limited as. */
  static Operation of(Request request) {
    return request.isRead() ? READS : WRITES;
  }

  /** The code in messages between nodes. */
  byte code() {
    return code;
  }

  /** The operation with this code; writes for an unknown code. */
  static Operation ofCode(byte code) {
    return code == READS.code ? READS : WRITES;
  }

  /** The name in error texts, metrics, and virtual tables. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
