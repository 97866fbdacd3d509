package io.goodput.core.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The slots of a node")
class SlotsTest {

  private static final String KEY = "key";

  private long asked;
  private final List<String> told = new ArrayList<>();
  private final Slots<String> slots =
      new Slots<>(
          new Slots.ToHome<>() {
            @Override
            public void ask(String key, long number) {
              told.add("ask " + number);
            }

            @Override
            public void giveBack(String key, long number) {
              told.add("give back " + number);
            }
          },
          () -> asked,
          0);

  private boolean mayProceed(boolean isContended, long now) {
    asked = now;
    boolean may = slots.mayProceed(KEY, isContended, now);
    slots.flush();
    return may;
  }

  private void end(long now) {
    slots.ended(KEY, now);
    slots.flush();
  }

  @Test
  void keyWithoutContention_needsNone() {
    assertThat(mayProceed(false, 0)).isTrue();
    assertThat(told).isEmpty();
    assertThat(slots.keys()).isZero();
  }

  @Test
  void secondOneOfALine_needsASlot() {
    assertThat(mayProceed(true, 0)).isFalse();
    assertThat(told).containsExactly("ask 1");
  }

  @Test
  void firstOneOfALine_afterAnotherNodeWasMet_needsASlot() {
    slots.meet(KEY, 0);

    assertThat(mayProceed(false, 1)).isFalse();
    assertThat(told).containsExactly("ask 1");
  }

  @Test
  void firstOneOfALine_longAfterAnotherNodeWasMet_needsNone() {
    slots.meet(KEY, 0);

    assertThat(mayProceed(false, Slots.WANTED_NANOS)).isTrue();
  }

  @Test
  void nodeThatIsMetAgain_isRememberedForLonger() {
    slots.meet(KEY, 0);
    slots.meet(KEY, 5);

    assertThat(mayProceed(false, Slots.WANTED_NANOS)).isFalse();
  }

  @Test
  void nodeThatWasMet_isRememberedAfterASlotThatNoOneElseWanted() {
    slots.meet(KEY, 0);
    mayProceed(false, 1);
    slots.granted(KEY, 1, false, 2);
    end(3);

    assertThat(mayProceed(false, 4)).isFalse();
  }

  @Test
  void nodeThatIsMet_whileThereIsASlot_doesNotEndIt() {
    mayProceed(true, 0);
    slots.granted(KEY, 1, true, 0);

    slots.meet(KEY, 1);

    assertThat(mayProceed(true, 2)).isTrue();
  }

  @Test
  void slotAmongOthers_letsEightProceed_andAsksForTheNext() {
    mayProceed(true, 0);
    slots.granted(KEY, 1, true, 0);

    for (int i = 0; i < 8; i++) {
      assertThat(mayProceed(true, 1)).isTrue();
    }
    assertThat(mayProceed(true, 1)).isFalse();
    assertThat(told).containsExactly("ask 1", "ask 2");
  }

  @Test
  void slotThatNoOneElseWants_letsMoreProceed() {
    mayProceed(true, 0);
    slots.granted(KEY, 1, false, 0);

    for (int i = 0; i < Slots.MOST_ALONE; i++) {
      assertThat(mayProceed(true, 1)).isTrue();
    }
    assertThat(mayProceed(true, 1)).isFalse();
  }

  @Test
  void slotWhoseTimeIsOver_letsNoOneProceed() {
    mayProceed(true, 0);
    slots.granted(KEY, 1, true, 0);

    assertThat(mayProceed(true, Slots.SLOT_NANOS)).isFalse();
  }

  @Test
  void lineThatEnds_givesItsSlotBack() {
    mayProceed(true, 0);
    slots.granted(KEY, 1, false, 0);

    end(1);

    assertThat(told).containsExactly("ask 1", "give back 1");
    assertThat(slots.keys()).isZero();
  }

  @Test
  void lineThatEnds_withoutItsSlot_asksNoLonger() {
    mayProceed(true, 0);

    end(1);

    assertThat(told).containsExactly("ask 1", "give back 1");
  }

  @Test
  void nextLine_afterASlotAmongOthers_needsASlotAtOnce() {
    mayProceed(true, 0);
    slots.granted(KEY, 1, true, 0);
    end(1);

    assertThat(mayProceed(false, 2)).isFalse();
  }

  @Test
  void slotThatIsNotWantedAnyLonger_isGivenBack() {
    mayProceed(true, 0);
    end(1);
    told.clear();

    assertThat(slots.granted(KEY, 1, true, 2)).isFalse();
    assertThat(told).containsExactly("give back 1");
  }

  @Test
  void grantThatArrivesTwice_changesNothing() {
    mayProceed(true, 0);
    slots.granted(KEY, 1, true, 0);
    told.clear();

    assertThat(slots.granted(KEY, 1, true, 1)).isFalse();
    assertThat(told).isEmpty();
  }

  @Test
  void home_isAskedAgain() {
    mayProceed(true, 0);

    assertThat(mayProceed(true, Slots.ASK_AGAIN_NANOS)).isFalse();
    assertThat(told).containsExactly("ask 1", "ask 1");
  }

  @Test
  void silentHome_isNotWaitedFor() {
    mayProceed(true, 0);

    assertThat(mayProceed(true, Slots.SILENCE_NANOS)).isTrue();
    assertThat(mayProceed(true, Slots.SILENCE_NANOS + 1)).isTrue();
    assertThat(slots.silences()).isEqualTo(1);
  }

  @Test
  void homeThatHasAnswered_isWaitedFor() {
    mayProceed(true, 0);
    slots.queued(KEY, 1, Slots.SILENCE_NANOS - 1);

    assertThat(mayProceed(true, Slots.SILENCE_NANOS)).isFalse();
  }

  @Test
  void homeThatWasSilent_isAskedAfterASecond() {
    mayProceed(true, 0);
    mayProceed(true, Slots.SILENCE_NANOS);
    told.clear();

    assertThat(mayProceed(true, Slots.SILENCE_NANOS + Slots.ALONE_NANOS)).isFalse();
    assertThat(told).containsExactly("ask 2");
  }

  @Test
  void requestThatArrivedLongBeforeItAsks_givesTheHomeItsTime() {
    asked = Slots.SILENCE_NANOS;
    slots.mayProceed(KEY, true, 0);

    assertThat(mayProceed(true, Slots.SILENCE_NANOS + 1)).isFalse();
    assertThat(slots.silences()).isZero();
  }

  @Test
  void keyWithoutAHome_needsNoSlot() {
    mayProceed(true, 0);

    assertThat(slots.withoutHome(KEY, 1, 0)).isTrue();
    assertThat(mayProceed(true, 1)).isTrue();
    assertThat(slots.silences()).isZero();
  }

  @Test
  void slotWhoseLineIsGone_isForgotten() {
    mayProceed(true, 0);

    slots.expire(11_000_000_000L);

    assertThat(slots.keys()).isZero();
  }

  @Test
  void keysThatWereMet_takeMemoryForTenSeconds() {
    for (int i = 0; i < 100_000; i++) {
      slots.meet("key " + i, 0);
    }
    assertThat(slots.keys()).isEqualTo(1_024);

    slots.expire(Slots.WANTED_NANOS);
    assertThat(slots.keys()).isZero();
  }
}
