package io.goodput.bench.tokenbucket;

import java.util.Locale;

/** Whether a commit is on disk before it is answered: fsync and synchronous_commit. */
enum Durability {
  ON,
  OFF;

  /** As in JSON, and as in the server's configuration. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
