package io.goodput.lab.bench.tokenbucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.bucket.Rate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class TallyTest {

  private static final Rate RATE = Rate.perSecond(1_000, 10);

  @Test
  void excess_ofABurstAndTheInflow_isNegative() {
    List<Integer> tokens = zeros(100);
    tokens.set(0, 10);
    for (int milli = 1; milli < 100; milli++) {
      tokens.set(milli, 1);
    }

    assertThat(Tally.excess(List.of(client(0, tokens, tokens)), RATE)).isNegative();
  }

  @Test
  void excess_ofASecondBurstInTheMiddle_isItsSizeLessTheClocksError() {
    List<Integer> tokens = zeros(100);
    tokens.set(50, 25);

    // 10 of the burst, 1 in the millisecond, 2 for the clocks.
    assertThat(Tally.excess(List.of(client(0, tokens, tokens)), RATE)).isEqualTo(12);
  }

  @Test
  void excess_ofClientsThatStartedAtDifferentTimes_addsWhatTheyGotAtTheSameTime() {
    List<Integer> early = zeros(100);
    early.set(70, 13);
    List<Integer> late = zeros(100);
    late.set(20, 13);

    assertThat(Tally.excess(List.of(client(0, early, early), client(50, late, late)), RATE))
        .isEqualTo(13);
  }

  @Test
  void excess_ofRequestsThatWereUnderWayForLong_doesNotCountTheirDelay() {
    List<Integer> begun = zeros(100);
    List<Integer> ended = zeros(100);
    for (int milli = 0; milli < 50; milli++) {
      begun.set(milli, 1);
    }
    ended.set(50, 50);

    assertThat(Tally.excess(List.of(client(0, begun, ended)), RATE)).isNegative();
  }

  @Test
  void grantedSeconds_isTheTimeFromTheFirstTokenToTheLast() {
    List<Integer> begun = zeros(100);
    begun.set(20, 1);
    begun.set(60, 1);
    List<Integer> ended = zeros(100);
    ended.set(21, 1);
    ended.set(69, 1);

    assertThat(client(0, begun, ended).grantedSeconds()).isEqualTo(0.05);
  }

  private static List<Integer> zeros(int length) {
    return new ArrayList<>(Collections.nCopies(length, 0));
  }

  private static Tally client(long firstMillis, List<Integer> begun, List<Integer> ended) {
    return new Tally(
        0, 0, 0, List.of(), firstMillis, begun, ended, Tally.encoded(Tally.histogram()));
  }
}
