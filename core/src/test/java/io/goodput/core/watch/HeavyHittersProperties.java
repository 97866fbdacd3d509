package io.goodput.core.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/** Streams of weighted keys, some of which fade, against exact sums. */
class HeavyHittersProperties {

  private static final double ROUNDING = 1e-6;

  /** Adds weight to a key, or has all weights fade if there is no key. */
  record Step(int key, double amount) {}

  private record Counted(HeavyHitters<Integer> hitters, Map<Integer, Double> exact) {

    static Counted of(int capacity, List<Step> steps) {
      Counted counted = new Counted(new HeavyHitters<>(capacity), new HashMap<>());
      for (Step step : steps) {
        if (step.key < 0) {
          counted.hitters.fade(step.amount);
          counted.exact.replaceAll((key, weight) -> weight * step.amount);
        } else {
          counted.hitters.add(step.key, step.amount);
          counted.exact.merge(step.key, step.amount, Double::sum);
        }
      }
      return counted;
    }
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    // Low keys are frequent, and the others are the long tail.
    Arbitrary<Integer> keys =
        Arbitraries.oneOf(
            Arbitraries.integers().between(0, 3), Arbitraries.integers().between(0, 500));
    Arbitrary<Step> added =
        Combinators.combine(keys, Arbitraries.doubles().between(1, 50)).as(Step::new);
    Arbitrary<Step> faded = Arbitraries.doubles().between(0.3, 1).map(kept -> new Step(-1, kept));
    return Arbitraries.frequencyOf(Tuple.of(20, added), Tuple.of(1, faded)).list().ofMaxSize(600);
  }

  @Property
  void missed_isAtMostTwiceTheTotalByTheCapacity(
      @ForAll("steps") List<Step> steps, @ForAll @IntRange(min = 2, max = 64) int capacity) {
    HeavyHitters<Integer> hitters = Counted.of(capacity, steps).hitters;

    assertThat(hitters.missed()).isLessThanOrEqualTo(2 * hitters.total() / capacity + ROUNDING);
  }

  @Property
  void weightOfAKeyInTheTable_isShortByAtMostWhatWasMissed(
      @ForAll("steps") List<Step> steps, @ForAll @IntRange(min = 2, max = 64) int capacity) {
    Counted counted = Counted.of(capacity, steps);

    for (HeavyHitters.Hitter<Integer> hitter : counted.hitters.heaviest(capacity)) {
      double exact = counted.exact.getOrDefault(hitter.key(), 0.0);
      assertThat(hitter.weight()).isLessThanOrEqualTo(exact + ROUNDING);
      assertThat(exact)
          .isLessThanOrEqualTo(
              hitter.weight() + hitter.missed() + HeavyHitters.NEGLIGIBLE + ROUNDING);
    }
  }

  @Property
  void everyHeavyKey_isInTheTable(
      @ForAll("steps") List<Step> steps, @ForAll @IntRange(min = 2, max = 64) int capacity) {
    Counted counted = Counted.of(capacity, steps);
    double most = 2 * counted.hitters.total() / capacity + HeavyHitters.NEGLIGIBLE + ROUNDING;

    counted.exact.forEach(
        (key, weight) -> {
          if (weight > most) {
            assertThat(counted.hitters.weight(key)).as("key %d", key).isPositive();
          }
        });
  }

  @Property
  void table_holdsNoMoreKeysThanItsCapacity(
      @ForAll("steps") List<Step> steps, @ForAll @IntRange(min = 2, max = 64) int capacity) {
    assertThat(Counted.of(capacity, steps).hitters.heaviest(Integer.MAX_VALUE))
        .hasSizeLessThanOrEqualTo(capacity);
  }

  @Property
  void total_isTheSumOfAllWeights(@ForAll("steps") List<Step> steps) {
    Counted counted = Counted.of(8, steps);
    double sum = counted.exact.values().stream().mapToDouble(Double::doubleValue).sum();

    assertThat(counted.hitters.total()).isCloseTo(sum, within(1e-9 * sum + ROUNDING));
  }
}
