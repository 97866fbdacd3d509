package io.goodput.core.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ThinningProperties {

  private static final int EVENTS = 200_000;

  @Property(tries = 50)
  void sumOfTheChosenEvents_isUnbiased(
      @ForAll @IntRange(min = 1, max = 100) int oneIn, @ForAll long seed) {
    assertThat(sum(oneIn, oneIn, 1, seed)).isCloseTo(1.0, within(sixDeviations(oneIn, 1)));
  }

  @Property(tries = 50)
  void sumOverAPattern_isUnbiased(
      @ForAll @IntRange(min = 2, max = 100) int oneIn, @ForAll long seed) {
    // Every event of the pattern falls on the same place of a counter that is not random.
    assertThat(sum(oneIn, oneIn, oneIn, seed)).isCloseTo(1.0, within(sixDeviations(oneIn, oneIn)));
  }

  @Property(tries = 50)
  void sumWhileTheShareChanges_isUnbiased(
      @ForAll @IntRange(min = 1, max = 50) int oneIn,
      @ForAll @IntRange(min = 51, max = 100) int other,
      @ForAll long seed) {
    assertThat(sum(oneIn, other, 1, seed)).isCloseTo(1.0, within(sixDeviations(other, 1)));
  }

  @Example
  void oneInOne_choosesEveryEvent() {
    Thinning thinning = new Thinning(() -> 0.9);

    for (int i = 0; i < 10; i++) {
      assertThat(thinning.weight(1)).isEqualTo(1);
    }
  }

  @Example
  void fewerAreWanted_theNextDrawIsNotAwaited() {
    Thinning thinning = new Thinning(() -> 0.999_999);
    int unused = thinning.weight(1_000_000);

    assertThat(thinning.weight(1)).isEqualTo(1);
  }

  /** The estimated number of every n-th event, by the true number. */
  private static double sum(int oneIn, int other, int every, long seed) {
    Thinning thinning = new Thinning(new Random(seed)::nextDouble);
    double sum = 0;
    for (int i = 0; i < EVENTS; i++) {
      int weight = thinning.weight(i % 1000 < 500 ? oneIn : other);
      sum += i % every == 0 ? weight : 0;
    }
    return sum / Math.ceil((double) EVENTS / every);
  }

  private static double sixDeviations(int oneIn, int every) {
    return 6 * Math.sqrt((double) oneIn * every / EVENTS);
  }
}
