package io.goodput.sql;

import java.sql.SQLException;
import java.time.Duration;

/** Tells a listener, and lets nothing that it throws get in the way. */
final class Told {

  private Told() {}

  static void answered(BucketListener listener, String id, long asked, long granted, long nanos) {
    quietly(() -> listener.answered(id, asked, granted, Duration.ofNanos(nanos)));
  }

  static void failed(BucketListener listener, String id, SQLException problem) {
    quietly(() -> listener.failed(id, problem));
  }

  static void retried(BucketListener listener, String sqlState) {
    quietly(() -> listener.retried(sqlState));
  }

  private static void quietly(Runnable telling) {
    try {
      telling.run();
    } catch (RuntimeException e) {
      // A listener's fault is the listener's; a bucket goes on.
    }
  }
}
