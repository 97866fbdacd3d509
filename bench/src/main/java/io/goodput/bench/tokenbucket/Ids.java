package io.goodput.bench.tokenbucket;

import java.util.Locale;

/** Which buckets the threads of a case use. */
enum Ids {
  /** All the same. */
  ONE,
  /** Each thread its own. */
  DIFFERENT,
  /** Each request its own. */
  FRESH;

  /** As in JSON. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
