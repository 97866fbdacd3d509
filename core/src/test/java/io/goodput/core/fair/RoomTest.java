package io.goodput.core.fair;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RoomTest {

  private static final double LEAST = 8;
  private static final int IN_FLIGHT = 100;

  private final Room room = new Room(LEAST);

  @Test
  void size_requestsWaitNowAndThen_isUnlimited() {
    for (int i = 0; i < 1000; i++) {
      room.observe(i % Room.BEGIN_INTERVALS != 0, IN_FLIGHT, 0, 1);
    }

    assertThat(room.size()).isEqualTo(Room.UNLIMITED);
  }

  @Test
  void size_requestsWaitAllTheTime_isBelowWhatIsInFlight() {
    observe(true, Room.BEGIN_INTERVALS);

    assertThat(room.size()).isLessThan(IN_FLIGHT);
  }

  @Test
  void size_requestsWaitForEver_isTheLeast() {
    observe(true, 1000);

    assertThat(room.size()).isEqualTo(LEAST);
  }

  @Test
  void size_requestsWaitNoMore_grows() {
    observe(true, 50);
    double before = room.size();

    room.observe(false, IN_FLIGHT, 0, 1);

    assertThat(room.size()).isGreaterThan(before);
  }

  @Test
  void size_requestsWaitNoMoreForAWhile_isUnlimited() {
    observe(true, 50);

    observe(false, Room.END_INTERVALS);

    assertThat(room.size()).isEqualTo(Room.UNLIMITED);
  }

  @Test
  void size_requestsWaitAgainBeforeTheEnd_staysLimited() {
    observe(true, 50);

    for (int i = 0; i < 100; i++) {
      observe(false, Room.END_INTERVALS - 1);
      observe(true, 1);
    }

    assertThat(room.size()).isFinite();
  }

  @Test
  void size_requestsWaitAfterAPause_isUnlimited() {
    room.observe(true, IN_FLIGHT, 3, 1);

    observe(true, 3 * Room.PAUSE_FACTOR);

    assertThat(room.size()).isEqualTo(Room.UNLIMITED);
  }

  @Test
  void size_requestsWaitLongAfterAPause_isLimited() {
    room.observe(true, IN_FLIGHT, 3, 1);

    observe(true, 3 * Room.PAUSE_FACTOR + Room.BEGIN_INTERVALS);

    assertThat(room.size()).isFinite();
  }

  @Test
  void size_requestsWaitForLongWhateverThePauses_isLimited() {
    for (int i = 0; i < Room.LONG_INTERVALS; i++) {
      room.observe(true, IN_FLIGHT, 0.5, 1.5);
    }

    assertThat(room.size()).isFinite();
  }

  @Test
  void size_fewObservationsOfLongWaits_isLimited() {
    room.observe(true, IN_FLIGHT, 0, Room.BEGIN_INTERVALS);

    assertThat(room.size()).isFinite();
  }

  @Test
  void size_manyShortPauses_isLimited() {
    for (int i = 0; i < 20; i++) {
      room.observe(true, IN_FLIGHT, 0.1, 1);
    }

    assertThat(room.size()).isFinite();
  }

  @Test
  void size_aPauseDuringOverload_staysLimited() {
    observe(true, 50);

    room.observe(true, IN_FLIGHT, 10, 1);

    assertThat(room.size()).isFinite();
  }

  private void observe(boolean waited, int intervals) {
    for (int i = 0; i < intervals; i++) {
      room.observe(waited, IN_FLIGHT, 0, 1);
    }
  }
}
