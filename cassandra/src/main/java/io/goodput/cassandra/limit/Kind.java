package io.goodput.cassandra.limit;

import java.util.Locale;

/** What a limit limits. */
public enum Kind {
  READS(0),
  WRITES(1);

  private final byte code;

  Kind(int code) {
    this.code = (byte) code;
  }

  /** As it travels between nodes. */
  public byte code() {
    return code;
  }

  /** The kind with this code; writes for any but that of reads. */
  public static Kind ofCode(byte code) {
    return code == READS.code ? READS : WRITES;
  }

  /** As it stands in error texts and virtual tables. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
