package io.goodput.core.fair;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FairAdmissionTest {

  private static final long TICK = FairAdmission.TICK_NANOS;
  private static final long LONG_WAIT = TICK / 10;

  private final FairAdmission<String> admission = new FairAdmission<>(8, 0);
  private long now;

  @Test
  void room_eachRequestWaitsLongForAThread_isLimited() {
    for (int i = 0; i < 10; i++) {
      pass(LONG_WAIT);
      tick(0, 0);
    }

    assertThat(admission.room()).isFinite();
  }

  @Test
  void room_oneRequestDoesNotWait_isUnlimited() {
    for (int i = 0; i < 10; i++) {
      pass(LONG_WAIT);
      pass(0);
      tick(0, 0);
    }

    assertThat(admission.room()).isInfinite();
  }

  @Test
  void room_threadsWaitLongForProcessors_isLimited() {
    for (int i = 0; i < 10; i++) {
      tick(TICK, 10 * TICK);
    }

    assertThat(admission.room()).isFinite();
  }

  @Test
  void room_threadsThatHardlyRunWait_isUnlimited() {
    for (int i = 0; i < 10; i++) {
      tick(TICK / 100, TICK);
    }

    assertThat(admission.room()).isInfinite();
  }

  @Test
  void room_ticksAreLateForLackOfProcessors_isLimited() {
    for (int i = 0; i < 10; i++) {
      now += TICK;
      admission.tick(now += TICK, TICK, 10 * TICK, TICK);
    }

    assertThat(admission.room()).isFinite();
  }

  @Test
  void room_ticksAreLateForAPause_isUnlimited() {
    for (int i = 0; i < 10; i++) {
      now += TICK;
      admission.tick(now += TICK, TICK, 10 * TICK, 0);
    }

    assertThat(admission.room()).isInfinite();
  }

  private void pass(long waited) {
    int ticket = admission.enter(waited);
    if (ticket != FairAdmission.LIMITED) {
      admission.leave(ticket);
    }
  }

  private void tick(long ran, long waited) {
    admission.tick(now += TICK, ran, waited, 0);
  }
}
