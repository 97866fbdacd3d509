package io.goodput.core.fair;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.time.Nanos;
import org.junit.jupiter.api.Test;

class FairAdmissionTest {

  private static final long TICK = FairAdmission.TICK_NANOS;
  private static final long LONG_WAIT = TICK / 10;
  private static final long LONG_PROCESSOR_WAIT = Nanos.PER_MILLI / 2;

  private final FairAdmission<String> admission = new FairAdmission<>(8, 0);
  private long now;

  @Test
  void room_eachRequestWaitsLongForAThread_isLimited() {
    for (int i = 0; i < 10; i++) {
      pass(LONG_WAIT);
      tick(0, 0, 0);
    }

    assertThat(admission.room()).isFinite();
  }

  @Test
  void room_oneRequestDoesNotWait_isUnlimited() {
    for (int i = 0; i < 10; i++) {
      pass(LONG_WAIT);
      pass(0);
      tick(0, 0, 0);
    }

    assertThat(admission.room()).isInfinite();
  }

  @Test
  void room_threadsWaitLongForProcessors_isLimited() {
    for (int i = 0; i < 10; i++) {
      tick(TICK, 100 * LONG_PROCESSOR_WAIT, 99);
    }

    assertThat(admission.room()).isFinite();
  }

  @Test
  void room_threadsWaitBrieflyForProcessors_isUnlimited() {
    for (int i = 0; i < 10; i++) {
      tick(TICK, 100 * LONG_PROCESSOR_WAIT, 101);
    }

    assertThat(admission.room()).isInfinite();
  }

  @Test
  void room_threadsThatHardlyRunWait_isUnlimited() {
    for (int i = 0; i < 10; i++) {
      tick(TICK / 100, TICK, 1);
    }

    assertThat(admission.room()).isInfinite();
  }

  @Test
  void room_requestsTakeLittleOfManyProcessors_isUnlimited() {
    for (int i = 0; i < 10; i++) {
      admission.tick(now += TICK, new ProcessorUse(6 * TICK, 60 * TICK, 6, 0, 0, 128));
    }

    assertThat(admission.room()).isInfinite();
  }

  @Test
  void room_requestsTakeManyOfManyProcessors_isLimited() {
    for (int i = 0; i < 10; i++) {
      admission.tick(now += TICK, new ProcessorUse(7 * TICK, 70 * TICK, 7, 0, 0, 128));
    }

    assertThat(admission.room()).isFinite();
  }

  @Test
  void room_ownWorkTakesMoreThanRequests_isUnlimited() {
    for (int i = 0; i < 10; i++) {
      admission.tick(now += TICK, new ProcessorUse(TICK, 10 * TICK, 1, 0, TICK + 1, 1));
    }

    assertThat(admission.room()).isInfinite();
    assertThat(admission.signals().processorWaitNanos()).isEqualTo(10 * TICK);
  }

  @Test
  void room_ownWorkTakesLessThanRequests_isLimited() {
    for (int i = 0; i < 10; i++) {
      admission.tick(now += TICK, new ProcessorUse(TICK, 10 * TICK, 1, 0, TICK, 1));
    }

    assertThat(admission.room()).isFinite();
  }

  @Test
  void room_ticksAreLateForLackOfProcessors_isLimited() {
    for (int i = 0; i < 10; i++) {
      now += TICK;
      admission.tick(now += TICK, new ProcessorUse(TICK, 10 * TICK, 1, TICK, 0, 1));
    }

    assertThat(admission.room()).isFinite();
  }

  @Test
  void room_ticksAreLateForAPause_isUnlimited() {
    for (int i = 0; i < 10; i++) {
      now += TICK;
      admission.tick(now += TICK, new ProcessorUse(TICK, 10 * TICK, 1, 0, 0, 1));
    }

    assertThat(admission.room()).isInfinite();
  }

  private void pass(long waited) {
    int ticket = admission.enter(waited);
    if (ticket != FairAdmission.LIMITED) {
      admission.leave(ticket);
    }
  }

  private void tick(long ran, long waited, long turns) {
    admission.tick(now += TICK, new ProcessorUse(ran, waited, turns, 0, 0, 1));
  }
}
