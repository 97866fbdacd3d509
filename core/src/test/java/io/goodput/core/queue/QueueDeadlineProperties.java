package io.goodput.core.queue;

import static io.goodput.core.queue.QueueDeadline.Verdict.OVERLOAD;
import static io.goodput.core.queue.QueueDeadline.Verdict.SERVE;
import static io.goodput.core.queue.QueueDeadline.Verdict.TOO_LATE;
import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.time.Nanos;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class QueueDeadlineProperties {

  private static final long MILLI = Nanos.PER_MILLI;
  private static final long START = Long.MAX_VALUE - 1_000 * MILLI;
  private static final long CLIENT_TIMEOUT = 800 * MILLI;
  private static final long STANDING = CLIENT_TIMEOUT / 8;
  private static final long INTERVAL = 400 * MILLI;

  private final QueueDeadline deadline = new QueueDeadline(START);
  private long now = START;

  @Property
  void decide_aRequestThatDidNotWait_serves(
      @ForAll List<@LongRange(min = 0, max = 10_000 * MILLI) Long> before,
      @ForAll @LongRange(min = 1, max = 10_000 * MILLI) long timeout) {
    before.forEach(waited -> deadline.decide(later(30), waited, CLIENT_TIMEOUT, CLIENT_TIMEOUT));
    before.forEach(deadline::served);

    assertThat(deadline.decide(later(1), 0, timeout, CLIENT_TIMEOUT)).isEqualTo(SERVE);
  }

  @Property
  void decide_afterTheTimeout_isTooLate(
      @ForAll List<@LongRange(min = 0, max = 10_000 * MILLI) Long> before,
      @ForAll @LongRange(min = 1, max = 10_000 * MILLI) long timeout,
      @ForAll @LongRange(min = 1, max = 10_000 * MILLI) long beyond) {
    before.forEach(waited -> deadline.decide(later(30), waited, CLIENT_TIMEOUT, CLIENT_TIMEOUT));

    assertThat(deadline.decide(later(1), timeout + beyond, timeout, CLIENT_TIMEOUT))
        .isEqualTo(TOO_LATE);
  }

  @Property
  void decide_withinHalfOfTheTimeout_serves_howeverSlowTheServerIs(
      @ForAll @LongRange(min = 0, max = CLIENT_TIMEOUT / 2) long waited,
      @ForAll @LongRange(min = 0, max = 100_000 * MILLI) long service) {
    deadline.served(service);

    assertThat(deadline.decide(later(1), waited, CLIENT_TIMEOUT, CLIENT_TIMEOUT)).isEqualTo(SERVE);
  }

  @Example
  void decide_whenTheServiceTimeExceedsTheRest_isTooLate() {
    for (int i = 0; i < 100; i++) {
      deadline.served(100 * MILLI);
    }

    assertThat(deadline.decide(later(1), 701 * MILLI, CLIENT_TIMEOUT, CLIENT_TIMEOUT))
        .isEqualTo(TOO_LATE);
    assertThat(deadline.decide(later(1), 690 * MILLI, CLIENT_TIMEOUT, CLIENT_TIMEOUT))
        .isEqualTo(SERVE);
  }

  @Property
  void decide_afterABurst_servesEverythingInTime(
      @ForAll @LongRange(min = 0, max = CLIENT_TIMEOUT / 2) long waited) {
    for (long rest = CLIENT_TIMEOUT / 2; rest > 0; rest -= 10 * MILLI) {
      assertThat(deadline.decide(later(1), rest, CLIENT_TIMEOUT, CLIENT_TIMEOUT)).isEqualTo(SERVE);
    }
    deadline.decide(later(INTERVAL / MILLI), 0, CLIENT_TIMEOUT, CLIENT_TIMEOUT);

    assertThat(deadline.decide(later(1), waited, CLIENT_TIMEOUT, CLIENT_TIMEOUT)).isEqualTo(SERVE);
  }

  @Property
  void decide_whileTheQueueStands_servesOnlyRequestsThatWaitedLittle(
      @ForAll @LongRange(min = 0, max = CLIENT_TIMEOUT / 2) long waited) {
    letTheQueueStand();

    assertThat(deadline.decide(later(1), waited, CLIENT_TIMEOUT, CLIENT_TIMEOUT))
        .isEqualTo(waited > STANDING ? OVERLOAD : SERVE);
  }

  @Example
  void decide_afterAnIntervalWithMostlyShortWaits_seesNoStandingQueue() {
    letTheQueueStand();
    deadline.decide(later(INTERVAL / MILLI), STANDING / 2 - 1, CLIENT_TIMEOUT, CLIENT_TIMEOUT);
    deadline.decide(later(1), 2 * STANDING, CLIENT_TIMEOUT, CLIENT_TIMEOUT);
    deadline.decide(later(1), 0, CLIENT_TIMEOUT, CLIENT_TIMEOUT);

    assertThat(
            deadline.decide(later(INTERVAL / MILLI), 2 * STANDING, CLIENT_TIMEOUT, CLIENT_TIMEOUT))
        .isEqualTo(SERVE);
  }

  @Example
  void decide_afterAnIntervalWithMostlyLongWaits_stillSeesAStandingQueue() {
    letTheQueueStand();
    deadline.decide(later(INTERVAL / MILLI), 0, CLIENT_TIMEOUT, CLIENT_TIMEOUT);
    deadline.decide(later(1), STANDING / 2, CLIENT_TIMEOUT, CLIENT_TIMEOUT);

    assertThat(
            deadline.decide(later(INTERVAL / MILLI), 2 * STANDING, CLIENT_TIMEOUT, CLIENT_TIMEOUT))
        .isEqualTo(OVERLOAD);
  }

  @Example
  void decide_afterAnIntervalWithOneShortWait_stillSeesAStandingQueue() {
    letTheQueueStand();
    deadline.decide(later(1), 0, CLIENT_TIMEOUT, CLIENT_TIMEOUT);

    assertThat(
            deadline.decide(later(INTERVAL / MILLI), 2 * STANDING, CLIENT_TIMEOUT, CLIENT_TIMEOUT))
        .isEqualTo(OVERLOAD);
  }

  @Example
  void decide_afterAnIntervalWithoutRequests_noLongerSeesAStandingQueue() {
    letTheQueueStand();

    assertThat(
            deadline.decide(
                later(3 * INTERVAL / MILLI), 2 * STANDING, CLIENT_TIMEOUT, CLIENT_TIMEOUT))
        .isEqualTo(SERVE);
  }

  /** Each interval begins with a request of a client that waits an eighth as long as usual. */
  @Example
  void decide_aClientWithAShortTimeout_doesNotMakeTheQueueStand() {
    for (int interval = 0; interval < 10; interval++) {
      deadline.decide(later(INTERVAL / MILLI), STANDING / 2, CLIENT_TIMEOUT / 8, CLIENT_TIMEOUT);
      deadline.decide(later(1), STANDING / 2, CLIENT_TIMEOUT, CLIENT_TIMEOUT);
    }

    assertThat(deadline.isStanding()).isFalse();
    assertThat(deadline.decide(later(1), 2 * STANDING, CLIENT_TIMEOUT, CLIENT_TIMEOUT))
        .isEqualTo(SERVE);
  }

  @Example
  void decide_aClientWithALongTimeout_doesNotHideThatTheQueueStands() {
    for (int interval = 0; interval < 10; interval++) {
      deadline.decide(later(INTERVAL / MILLI), 2 * STANDING, 100 * CLIENT_TIMEOUT, CLIENT_TIMEOUT);
      deadline.decide(later(1), 2 * STANDING, CLIENT_TIMEOUT, CLIENT_TIMEOUT);
    }

    assertThat(deadline.isStanding()).isTrue();
  }

  @Property
  void decide_whileTheQueueStands_aLongerTimeoutIsNoAdvantage(
      @ForAll @LongRange(min = 1, max = CLIENT_TIMEOUT / 2) long waited,
      @ForAll @LongRange(min = CLIENT_TIMEOUT, max = 1_000 * CLIENT_TIMEOUT) long timeout) {
    letTheQueueStand();

    assertThat(deadline.decide(now, waited, timeout, CLIENT_TIMEOUT))
        .isEqualTo(deadline.decide(now, waited, CLIENT_TIMEOUT, CLIENT_TIMEOUT));
  }

  /** The request may wait as long as any other does, if its client is still there. */
  @Property
  void decide_whileTheQueueStands_aShorterTimeoutIsNoDisadvantage(
      @ForAll @LongRange(min = 0, max = STANDING) long waited,
      @ForAll @LongRange(min = STANDING, max = CLIENT_TIMEOUT) long timeout) {
    letTheQueueStand();

    assertThat(deadline.decide(now, waited, timeout, CLIENT_TIMEOUT)).isEqualTo(SERVE);
  }

  private void letTheQueueStand() {
    for (int i = 0; i < 100; i++) {
      deadline.decide(later(10), STANDING + MILLI, CLIENT_TIMEOUT, CLIENT_TIMEOUT);
    }
    assertThat(deadline.isStanding()).isTrue();
  }

  private long later(long millis) {
    now += millis * MILLI;
    return now;
  }
}
