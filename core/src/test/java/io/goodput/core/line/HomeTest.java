package io.goodput.core.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The home of a key")
class HomeTest {

  private static final String KEY = "key";

  private final List<String> told = new ArrayList<>();
  private final Home<String, String> home =
      new Home<>(
          new Home.ToNode<>() {
            @Override
            public void grant(String node, String key, long number, boolean othersAsk) {
              told.add(node + number + (othersAsk ? " has a slot among others" : " has a slot"));
            }

            @Override
            public void queue(String node, String key, long number) {
              told.add(node + number + " waits");
            }
          });

  @Test
  void firstNode_hasASlot() {
    home.ask("a", KEY, 1, 0);

    assertThat(told).containsExactly("a1 has a slot");
  }

  @Test
  void otherNodes_haveTheirsInTheOrderInWhichTheyAsked() {
    home.ask("a", KEY, 1, 0);
    home.ask("b", KEY, 1, 0);
    home.ask("c", KEY, 1, 0);
    home.ask("b", KEY, 1, 1);
    told.clear();

    home.giveBack("a", KEY, 1, 2);
    home.giveBack("b", KEY, 1, 3);

    assertThat(told).containsExactly("b1 has a slot among others", "c1 has a slot");
  }

  @Test
  void nodeThatAsksAgain_whileItHasTheSlot_isToldAgain() {
    home.ask("a", KEY, 1, 0);
    home.ask("a", KEY, 1, 1);

    assertThat(told).containsExactly("a1 has a slot", "a1 has a slot");
  }

  @Test
  void nodeThatAsksForItsNextSlot_givesTheOldOneBack() {
    home.ask("a", KEY, 1, 0);
    home.ask("b", KEY, 1, 0);
    told.clear();

    home.ask("a", KEY, 2, 1);

    assertThat(told).containsExactly("b1 has a slot among others", "a2 waits");
  }

  @Test
  void slotThatIsGivenBackLate_doesNotEndTheNextOne() {
    home.ask("a", KEY, 1, 0);
    home.ask("a", KEY, 2, 0);
    home.ask("b", KEY, 1, 0);
    told.clear();

    home.giveBack("a", KEY, 1, 1);

    assertThat(told).isEmpty();
  }

  @Test
  void nodeThatAsksNoLonger_isPassedOver() {
    home.ask("a", KEY, 1, 0);
    home.ask("b", KEY, 1, 0);
    home.ask("c", KEY, 1, 0);
    home.giveBack("b", KEY, 1, 1);
    told.clear();

    home.giveBack("a", KEY, 1, 2);

    assertThat(told).containsExactly("c1 has a slot");
  }

  @Test
  void slotThatIsNotGivenBack_isOverInTheEnd() {
    home.ask("a", KEY, 1, 0);
    home.ask("b", KEY, 1, Home.LOST_NANOS - 1);
    told.clear();

    home.expire(Home.LOST_NANOS - 1);
    assertThat(told).isEmpty();

    home.expire(Home.LOST_NANOS);
    assertThat(told).containsExactly("b1 has a slot");
  }

  @Test
  void nodeThatHasNotAskedForLong_isForgotten() {
    home.ask("a", KEY, 1, 0);
    home.ask("b", KEY, 1, 0);
    told.clear();

    home.giveBack("a", KEY, 1, Slots.SILENCE_NANOS);

    assertThat(told).isEmpty();
    assertThat(home.keys()).isZero();
  }

  @Test
  void keyThatNoOneAsksFor_takesNoMemory() {
    for (int i = 0; i < 100_000; i++) {
      home.ask("a", "key " + i, 1, 0);
      home.giveBack("a", "key " + i, 1, 0);
    }

    assertThat(home.keys()).isZero();
  }

  @Test
  void keysBeyondThoseThatFit_haveNoAnswer() {
    for (int i = 0; i < 20_000; i++) {
      home.ask("a", "key " + i, 1, 0);
    }

    assertThat(told).hasSize(Home.MOST_KEYS);
  }
}
