package io.goodput.core.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What a client knows of a store that answers, or does not. */
class AvailabilityProperties {

  private static final Duration PROBE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(200);

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final Availability availability = new Availability(time, PROBE.toNanos());

  @Example
  void request_withoutAnAnswer_opensIt() {
    fail();

    assertThat(availability.isAway()).isTrue();
    assertThat(availability.mayAsk()).isFalse();
    assertThat(availability.pauseNanos()).isPositive();
  }

  @Example
  void request_whileOthersGotAnswers_opensNothing() {
    long begin = time.monotonicNanos();
    time.advanceNanos(1);
    availability.answered();
    time.advanceNanos(1);
    availability.failed(begin);

    assertThat(availability.isAway()).isFalse();
  }

  @Example
  void probe_afterThePause_isTheOnlyRequest() {
    fail();
    time.advance(LONGEST_PAUSE);

    assertThat(availability.mayAsk()).isTrue();
    assertThat(availability.mayAsk()).isFalse();
  }

  @Example
  void probe_whoseOutcomeIsLost_isFollowedByAnother() {
    fail();
    time.advance(LONGEST_PAUSE);
    assertThat(availability.mayAsk()).isTrue();
    time.advance(PROBE);

    assertThat(availability.mayAsk()).isTrue();
  }

  @Example
  void probe_thatSaysNothing_isFollowedByAnotherSoon() {
    fail();
    time.advance(LONGEST_PAUSE);
    assertThat(availability.mayAsk()).isTrue();
    availability.ended();
    assertThat(availability.mayAsk()).isFalse();
    time.advance(Duration.ofMillis(10));

    assertThat(availability.isAway()).isTrue();
    assertThat(availability.mayAsk()).isTrue();
  }

  @Example
  void answer_ofTheProbe_closesIt() {
    fail();
    time.advance(LONGEST_PAUSE);
    assertThat(availability.mayAsk()).isTrue();
    availability.answered();

    assertThat(availability.isAway()).isFalse();
    assertThat(availability.pauseNanos()).isZero();
    assertThat(availability.mayAsk()).isTrue();
    assertThat(availability.mayAsk()).isTrue();
  }

  @Example
  void requests_thatFailTogether_countOnce() {
    long begin = time.monotonicNanos();
    time.advanceNanos(1);
    for (int i = 0; i < 100; i++) {
      availability.failed(begin);
    }

    assertThat(availability.pauseNanos()).isLessThan(Duration.ofMillis(13).toNanos());
  }

  @Property(tries = 200)
  void probes_withAnyOutcomes_comeOneAtATimeAndAtLeastEach200Millis(@ForAll long seed) {
    Random random = new Random(seed);
    fail();
    int probes = 0;
    for (int i = 0; i < 100; i++) {
      time.advance(LONGEST_PAUSE);
      assertThat(availability.mayAsk()).isTrue();
      probes++;
      long begin = time.monotonicNanos();
      time.advanceNanos(random.nextInt((int) PROBE.toNanos() - 1));
      assertThat(availability.mayAsk()).isFalse();
      availability.failed(begin);
      assertThat(availability.isAway()).isTrue();
    }
    assertThat(probes).isEqualTo(100);
  }

  private void fail() {
    long begin = time.monotonicNanos();
    time.advanceNanos(1);
    availability.failed(begin);
  }
}
