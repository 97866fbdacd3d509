package io.goodput.core.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.time.Nanos;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class FailedRequestsProperties {

  private static final long SECOND = Nanos.PER_SECOND;

  private final FailedRequests failed = new FailedRequests(16);

  @Property
  void repeats_areAsManyAsFailures(
      @ForAll long hash, @ForAll long now, @ForAll @IntRange(max = 300) int failures) {
    FailedRequests requests = new FailedRequests(16);
    for (int i = 0; i < failures; i++) {
      requests.failed(hash, now, SECOND);
    }
    int repeats = 0;
    while (requests.isRepeat(hash, now)) {
      repeats++;
    }

    assertThat(repeats).isEqualTo(Math.min(failures, FailedRequests.MOST));
  }

  /** A unit of time, 17 ms, is the error. */
  @Property
  void repeat_isKnownForThatTimeOnly(
      @ForAll long hash,
      @ForAll long now,
      @ForAll @LongRange(min = 1, max = 3_600 * SECOND) long nanos,
      @ForAll @LongRange(max = 250_000 * SECOND) long later) {
    FailedRequests requests = new FailedRequests(16);
    requests.failed(hash, now, nanos);

    boolean isRepeat = requests.isRepeat(hash, now + later);

    if (later <= nanos) {
      assertThat(isRepeat).isTrue();
    }
    if (later > nanos + 34 * Nanos.PER_MILLI) {
      assertThat(isRepeat).isFalse();
    }
  }

  /** Nothing else may have come to the place meanwhile. */
  @Example
  void repeat_afterDays_isNone() {
    for (int hours = 2; hours < 78; hours++) {
      FailedRequests requests = new FailedRequests(16);
      requests.failed(1, 0, 3_600 * SECOND);

      assertThat(requests.isRepeat(1, hours * 3_600L * SECOND)).as("%d hours", hours).isFalse();
    }
  }

  @Property
  void request_withAnotherHash_isNoRepeat(@ForAll long hash, @ForAll @IntRange(max = 63) int bit) {
    FailedRequests requests = new FailedRequests(1 << 20);
    // The bits from 20 to 31 name neither a place nor a request.
    long other = hash ^ (1L << (bit < 20 || bit > 31 ? bit : 40));
    requests.failed(hash, 0, SECOND);

    assertThat(requests.isRepeat(other, 0)).isFalse();
    assertThat(requests.isRepeat(hash, 0)).isTrue();
  }

  @Example
  void failure_takesThePlaceOfAnother() {
    failed.failed(1L << 40, 0, SECOND);
    failed.failed(2L << 40, 0, SECOND);

    assertThat(failed.isRepeat(1L << 40, 0)).isFalse();
    assertThat(failed.isRepeat(2L << 40, 0)).isTrue();
  }
}
