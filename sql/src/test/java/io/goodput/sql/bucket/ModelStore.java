package io.goodput.sql.bucket;

import io.goodput.core.bucket.BucketState;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.TimeSource;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One empty bucket in memory, which may be unavailable. Not thread-safe. */
final class ModelStore implements BucketStore {

  private final TimeSource time;
  private final long startedAt;
  private final List<Long> timeouts = new ArrayList<>();
  private BucketState state;
  private boolean unavailable;

  ModelStore(TimeSource time) {
    this.time = time;
    this.startedAt = time.monotonicNanos();
    this.state = new BucketState(0, micros());
  }

  void setUnavailable(boolean value) {
    unavailable = value;
  }

  /** How long each request so far could take, in milliseconds. */
  List<Long> timeouts() {
    return timeouts;
  }

  @Override
  public Answer take(String id, Rate rate, TokenRequest request, long millis) throws SQLException {
    timeouts.add(millis);
    if (unavailable) {
      throw new SQLException("unavailable");
    }
    BucketState.Answered answered = state.take(rate, request, micros());
    state = answered.state();
    return new Answer(answered.grant(), time.monotonicNanos(), rate);
  }

  @Override
  public void giveBack(String id, Rate rate, Leases.Unspent unspent, long millis) {
    state = state.giveBack(rate, unspent.tokens(), unspent.grant());
  }

  private long micros() {
    return TimeUnit.NANOSECONDS.toMicros(time.monotonicNanos() - startedAt);
  }
}
