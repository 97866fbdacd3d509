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
  private static final long PATIENCE = 800 * MILLI;
  private static final long STANDING = PATIENCE / 8;
  private static final long INTERVAL = 400 * MILLI;

  private final QueueDeadline deadline = new QueueDeadline(START);
  private long now = START;

  @Property
  void decide_aRequestThatDidNotWait_serves(
      @ForAll List<@LongRange(min = 0, max = 10_000 * MILLI) Long> before,
      @ForAll @LongRange(min = 1, max = 10_000 * MILLI) long patience) {
    before.forEach(waited -> deadline.decide(later(30), waited, PATIENCE, PATIENCE));
    before.forEach(deadline::served);

    assertThat(deadline.decide(later(1), 0, patience, PATIENCE)).isEqualTo(SERVE);
  }

  @Property
  void decide_afterThePatience_isTooLate(
      @ForAll List<@LongRange(min = 0, max = 10_000 * MILLI) Long> before,
      @ForAll @LongRange(min = 1, max = 10_000 * MILLI) long patience,
      @ForAll @LongRange(min = 1, max = 10_000 * MILLI) long beyond) {
    before.forEach(waited -> deadline.decide(later(30), waited, PATIENCE, PATIENCE));

    assertThat(deadline.decide(later(1), patience + beyond, patience, PATIENCE))
        .isEqualTo(TOO_LATE);
  }

  @Property
  void decide_withinHalfOfThePatience_serves_howeverSlowTheServerIs(
      @ForAll @LongRange(min = 0, max = PATIENCE / 2) long waited,
      @ForAll @LongRange(min = 0, max = 100_000 * MILLI) long service) {
    deadline.served(service);

    assertThat(deadline.decide(later(1), waited, PATIENCE, PATIENCE)).isEqualTo(SERVE);
  }

  @Example
  void decide_whenTheServiceTimeExceedsTheRest_isTooLate() {
    for (int i = 0; i < 100; i++) {
      deadline.served(100 * MILLI);
    }

    assertThat(deadline.decide(later(1), 701 * MILLI, PATIENCE, PATIENCE)).isEqualTo(TOO_LATE);
    assertThat(deadline.decide(later(1), 690 * MILLI, PATIENCE, PATIENCE)).isEqualTo(SERVE);
  }

  @Property
  void decide_afterABurst_servesEverythingInTime(
      @ForAll @LongRange(min = 0, max = PATIENCE / 2) long waited) {
    for (long rest = PATIENCE / 2; rest > 0; rest -= 10 * MILLI) {
      assertThat(deadline.decide(later(1), rest, PATIENCE, PATIENCE)).isEqualTo(SERVE);
    }
    deadline.decide(later(INTERVAL / MILLI), 0, PATIENCE, PATIENCE);

    assertThat(deadline.decide(later(1), waited, PATIENCE, PATIENCE)).isEqualTo(SERVE);
  }

  @Property
  void decide_whileTheQueueStands_servesOnlyRequestsThatWaitedLittle(
      @ForAll @LongRange(min = 0, max = PATIENCE / 2) long waited) {
    letTheQueueStand();

    assertThat(deadline.decide(later(1), waited, PATIENCE, PATIENCE))
        .isEqualTo(waited > STANDING ? OVERLOAD : SERVE);
  }

  @Example
  void decide_afterAnIntervalWithoutLongWaits_noLongerSeesAStandingQueue() {
    letTheQueueStand();
    deadline.decide(later(INTERVAL / MILLI), STANDING, PATIENCE, PATIENCE);
    deadline.decide(later(1), STANDING, PATIENCE, PATIENCE);

    assertThat(deadline.decide(later(INTERVAL / MILLI), 2 * STANDING, PATIENCE, PATIENCE))
        .isEqualTo(SERVE);
  }

  @Example
  void decide_afterAnIntervalWithOneShortWait_stillSeesAStandingQueue() {
    letTheQueueStand();
    deadline.decide(later(1), 0, PATIENCE, PATIENCE);

    assertThat(deadline.decide(later(INTERVAL / MILLI), 2 * STANDING, PATIENCE, PATIENCE))
        .isEqualTo(OVERLOAD);
  }

  @Example
  void decide_afterAnIntervalWithoutRequests_noLongerSeesAStandingQueue() {
    letTheQueueStand();

    assertThat(deadline.decide(later(3 * INTERVAL / MILLI), 2 * STANDING, PATIENCE, PATIENCE))
        .isEqualTo(SERVE);
  }

  /** Each interval begins with a request of a client that waits an eighth as long as usual. */
  @Example
  void decide_aClientWithAShortPatience_doesNotMakeTheQueueStand() {
    for (int interval = 0; interval < 10; interval++) {
      deadline.decide(later(INTERVAL / MILLI), STANDING / 2, PATIENCE / 8, PATIENCE);
      deadline.decide(later(1), STANDING / 2, PATIENCE, PATIENCE);
    }

    assertThat(deadline.isStanding()).isFalse();
    assertThat(deadline.decide(later(1), 2 * STANDING, PATIENCE, PATIENCE)).isEqualTo(SERVE);
  }

  @Example
  void decide_aClientWithALongPatience_doesNotHideThatTheQueueStands() {
    for (int interval = 0; interval < 10; interval++) {
      deadline.decide(later(INTERVAL / MILLI), 2 * STANDING, 100 * PATIENCE, PATIENCE);
      deadline.decide(later(1), 2 * STANDING, PATIENCE, PATIENCE);
    }

    assertThat(deadline.isStanding()).isTrue();
  }

  @Property
  void decide_whileTheQueueStands_aLongerPatienceIsNoAdvantage(
      @ForAll @LongRange(min = 1, max = PATIENCE / 2) long waited,
      @ForAll @LongRange(min = PATIENCE, max = 1_000 * PATIENCE) long patience) {
    letTheQueueStand();

    assertThat(deadline.decide(now, waited, patience, PATIENCE))
        .isEqualTo(deadline.decide(now, waited, PATIENCE, PATIENCE));
  }

  /** The request may wait as long as any other does, if its client is still there. */
  @Property
  void decide_whileTheQueueStands_aShorterPatienceIsNoDisadvantage(
      @ForAll @LongRange(min = 0, max = STANDING) long waited,
      @ForAll @LongRange(min = STANDING, max = PATIENCE) long patience) {
    letTheQueueStand();

    assertThat(deadline.decide(now, waited, patience, PATIENCE)).isEqualTo(SERVE);
  }

  private void letTheQueueStand() {
    for (int i = 0; i < 100; i++) {
      deadline.decide(later(10), STANDING + MILLI, PATIENCE, PATIENCE);
    }
    assertThat(deadline.isStanding()).isTrue();
  }

  private long later(long millis) {
    now += millis * MILLI;
    return now;
  }
}
