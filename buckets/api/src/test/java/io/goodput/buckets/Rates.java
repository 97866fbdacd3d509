package io.goodput.buckets;

import java.time.Duration;

/** Limits for tests. */
public final class Rates {

  private Rates() {}

  public static Limit perSecond(long tokens) {
    return Limit.of(tokens).per(Duration.ofSeconds(1));
  }
}
