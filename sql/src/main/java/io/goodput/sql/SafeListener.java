package io.goodput.sql;

import java.sql.SQLException;
import java.time.Duration;

/** Calls a listener, and ignores its exceptions, so that buckets keep working. */
final class SafeListener implements BucketListener {

  private final BucketListener listener;

  SafeListener(BucketListener listener) {
    this.listener = listener;
  }

  @Override
  public void answered(String id, long requested, long granted, Duration took) {
    call(() -> listener.answered(id, requested, granted, took));
  }

  @Override
  public void failed(String id, SQLException problem) {
    call(() -> listener.failed(id, problem));
  }

  @Override
  public void retried(String sqlState) {
    call(() -> listener.retried(sqlState));
  }

  private static void call(Runnable event) {
    try {
      event.run();
    } catch (RuntimeException e) {
      // A faulty listener must not stop a bucket.
    }
  }
}
