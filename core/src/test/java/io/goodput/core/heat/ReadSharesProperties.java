package io.goodput.core.heat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/** The mathematics of the shares, with 1 to 10 replicas, of which 1 to all are contacted. */
class ReadSharesProperties {

  private static final double TOLERANCE = 1e-12;
  private static final int CASES_PER_TRY = 20_000;
  private static final double[] SPECIAL = {
    0, 1, -1, 0.5, 0.8, 0.9, 0.999, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY
  };

  /** One set of replicas. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Case(
      double[] hitRates, double[] coordinatedReads, int contacted, double deadBand) {

    static Case random(SplittableRandom random) {
      int replicas = 1 + random.nextInt(10);
      double[] hitRates = new double[replicas];
      double[] coordinatedReads = new double[replicas];
      int kind = random.nextInt(6);
      for (int i = 0; i < replicas; i++) {
        hitRates[i] =
            switch (kind) {
              case 0 -> hitRates[0];
              case 1 -> SPECIAL[random.nextInt(SPECIAL.length)];
              case 2 -> random.nextInt(3) / 2.0;
              default -> random.nextDouble();
            };
        coordinatedReads[i] =
            switch (random.nextInt(kind == 3 ? 3 : 9)) {
              case 0 -> 0;
              case 1 -> SPECIAL[random.nextInt(SPECIAL.length)];
              case 2 -> Math.pow(10, random.nextDouble() * 12 - 6);
              default -> 1;
            };
      }
      double deadBand = random.nextBoolean() ? 0 : 0.25;
      return new Case(hitRates, coordinatedReads, 1 + random.nextInt(replicas), deadBand);
    }

    ReadShares shares() {
      return ReadShares.of(hitRates, coordinatedReads, contacted, deadBand);
    }

    double[] coordinatorShares() {
      return CoordinatorShares.of(coordinatedReads);
    }

    double[] missRatios() {
      return MissRatios.of(hitRates, deadBand);
    }
  }

  private interface Check {
    void of(Case a, ReadShares shares);
  }

  private static void forManyCases(int seed, Check check) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < CASES_PER_TRY; i++) {
      Case a = Case.random(random);
      try {
        check.of(a, a.shares());
      } catch (AssertionError e) {
        throw new AssertionError(
            "hit rates %s, coordinated %s, %d contacted, dead band %s: %s"
                .formatted(
                    Arrays.toString(a.hitRates),
                    Arrays.toString(a.coordinatedReads),
                    a.contacted,
                    a.deadBand,
                    e.getMessage()),
            e);
      }
    }
  }

  @Property(tries = 15, seed = "20261122", shrinking = ShrinkingMode.OFF)
  void targets_sumToTheNumberContacted_andAreAtMostOne(@ForAll int seed) {
    forManyCases(
        seed,
        (a, shares) -> {
          double sum = 0;
          for (int j = 0; j < shares.replicas(); j++) {
            require(shares.target(j) > 0 && shares.target(j) <= 1, "a target out of range");
            sum += shares.target(j);
          }
          requireEqual(sum, a.contacted, "the sum of the targets");
        });
  }

  @Property(tries = 15, seed = "20261122", shrinking = ShrinkingMode.OFF)
  void misses_areEqual_exceptWhereATargetIsClipped(@ForAll int seed) {
    forManyCases(
        seed,
        (a, shares) -> {
          double[] ratios = a.missRatios();
          double most = 0;
          for (int j = 0; j < ratios.length; j++) {
            most = Math.max(most, shares.target(j) * ratios[j]);
          }
          for (int j = 0; j < ratios.length; j++) {
            require(
                shares.target(j) == 1 || Math.abs(shares.target(j) * ratios[j] - most) < TOLERANCE,
                "fewer misses on a replica that could take more");
          }
        });
  }

  @Property(tries = 15, seed = "20261122", shrinking = ShrinkingMode.OFF)
  void probabilities_ofAnyCoordinator_sumToTheNumberContacted(@ForAll int seed) {
    forManyCases(
        seed,
        (a, shares) -> {
          for (int i = 0; i < shares.replicas(); i++) {
            double sum = 0;
            for (int j = 0; j < shares.replicas(); j++) {
              double probability = shares.probability(i, j);
              require(probability >= 0 && probability <= 1, "a probability out of range");
              sum += probability;
            }
            // Flows are exact as fractions of all reads; a tiny share as coordinator magnifies the
            // error.
            require(
                Math.abs(sum - a.contacted) * weightOf(a, i) < TOLERANCE, "a row's sum: " + sum);
          }
        });
  }

  @Property(tries = 15, seed = "20261122", shrinking = ShrinkingMode.OFF)
  void allCoordinatorsTogether_giveEachReplicaItsTarget(@ForAll int seed) {
    forManyCases(
        seed,
        (a, shares) -> {
          double[] coordinatorShares = a.coordinatorShares();
          for (int j = 0; j < shares.replicas(); j++) {
            double sum = 0;
            for (int i = 0; i < shares.replicas(); i++) {
              sum += coordinatorShares[i] * shares.probability(i, j);
            }
            requireEqual(sum, shares.target(j), "a column's sum");
          }
        });
  }

  @Property(tries = 15, seed = "20261122", shrinking = ShrinkingMode.OFF)
  void eachCoordinator_keepsTheSmallerOfItsShareAndItsTarget(@ForAll int seed) {
    forManyCases(
        seed,
        (a, shares) -> {
          double[] coordinatorShares = a.coordinatorShares();
          for (int i = 0; i < shares.replicas(); i++) {
            requireEqual(
                coordinatorShares[i] * shares.probability(i, i),
                Math.min(coordinatorShares[i], shares.target(i)),
                "what a coordinator keeps");
          }
        });
  }

  @Property(tries = 15, seed = "20261122", shrinking = ShrinkingMode.OFF)
  void draw_returnsExactlyTheNumberContacted(@ForAll int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double last = Math.nextDown(1.0);
    forManyCases(
        seed,
        (a, shares) -> {
          int coordinator = random.nextInt(shares.replicas());
          for (double u : new double[] {0, Double.MIN_VALUE, random.nextDouble(), last}) {
            requireDrawn(shares, shares.draw(coordinator, u));
            requireDrawn(shares, shares.drawElsewhere(u));
          }
        });
  }

  /**
   * A draw changes only at the fractional parts of the cumulative sums: one look between suffices.
   */
  @Property(tries = 15, seed = "20261122", shrinking = ShrinkingMode.OFF)
  void draw_overAllRandomNumbers_returnsEachReplicaWithItsProbability(@ForAll int seed) {
    forManyCases(
        seed,
        (a, shares) -> {
          double[] drawn = new double[shares.replicas()];
          double[] elsewhere = new double[shares.replicas()];
          int i = shares.replicas() / 2;
          double[] probabilities = new double[shares.replicas()];
          double[] targets = new double[shares.replicas()];
          for (int j = 0; j < probabilities.length; j++) {
            probabilities[j] = shares.probability(i, j);
            targets[j] = shares.target(j);
          }
          addLengths(drawn, probabilities, u -> shares.draw(i, u));
          addLengths(elsewhere, targets, shares::drawElsewhere);
          double precision = TOLERANCE / Math.max(weightOf(a, i), 1e-15);
          for (int j = 0; j < probabilities.length; j++) {
            require(
                Math.abs(drawn[j] - probabilities[j]) <= Math.max(TOLERANCE, precision),
                "how often one is drawn");
            requireEqual(elsewhere[j], targets[j], "how often one is drawn elsewhere");
          }
        });
  }

  @Property(seed = "20261122", shrinking = ShrinkingMode.OFF)
  void probabilities_ofEqualCoordinators_sumExactlyToTheNumberContacted(
      @ForAll int seed, @ForAll @IntRange(min = 1, max = 10) int replicas) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] hitRates = random.doubles(replicas).toArray();
    for (int k = 1; k <= replicas; k++) {
      ReadShares shares = ReadShares.of(hitRates, new double[replicas], k, 0);
      for (int i = 0; i < replicas; i++) {
        double sum = 0;
        for (int j = 0; j < replicas; j++) {
          sum += shares.probability(i, j);
        }
        requireEqual(sum, k, "a row's sum");
      }
    }
  }

  @Example
  void target_atTwiceTheMissRatio_isHalf() {
    ReadShares shares = ReadShares.of(new double[] {0.8, 0.6}, new double[] {1, 1}, 1, 0);

    assertThat(shares.target(0)).isCloseTo(2 * shares.target(1), within(TOLERANCE));
  }

  @Example
  void probability_ofAColdReplicaAtQuorum_isZeroForOtherCoordinators() {
    ReadShares shares = ReadShares.of(new double[] {0, 0.8, 0.8}, new double[] {1, 1, 1}, 2, 0);

    assertThat(shares.target(0)).isCloseTo(2 / 11.0, within(TOLERANCE));
    assertThat(shares.probability(1, 0)).isZero();
    assertThat(shares.probability(2, 0)).isZero();
  }

  @Example
  void target_ofAColdReplica_hasALowerBound() {
    for (int replicas = 2; replicas <= 10; replicas++) {
      double[] hitRates = new double[replicas];
      Arrays.fill(hitRates, 1);
      hitRates[0] = 0;

      assertThat(ReadShares.of(hitRates, new double[replicas], 1, 0).target(0))
          .isGreaterThan(0.999_999 / (1 + 10 * (replicas - 1)));
    }
  }

  private static void requireDrawn(ReadShares shares, int drawn) {
    require(Integer.bitCount(drawn) == shares.contacted(), "drawn: " + Integer.bitCount(drawn));
    require(drawn >>> shares.replicas() == 0, "drawn one that is not there");
  }

  private interface Draw {
    int of(double random);
  }

  private static void addLengths(double[] lengths, double[] probabilities, Draw draw) {
    double[] borders = new double[probabilities.length + 2];
    double sum = 0;
    for (int j = 0; j < probabilities.length; j++) {
      sum += probabilities[j];
      borders[j] = sum - Math.floor(sum);
    }
    borders[probabilities.length] = 0;
    borders[probabilities.length + 1] = 1;
    Arrays.sort(borders);
    for (int b = 1; b < borders.length; b++) {
      double length = borders[b] - borders[b - 1];
      int drawn = length == 0 ? 0 : draw.of(borders[b - 1] + length / 2);
      for (int j = 0; j < lengths.length; j++) {
        lengths[j] += (drawn >> j & 1) * length;
      }
    }
  }

  private static double weightOf(Case a, int coordinator) {
    double share = a.coordinatorShares()[coordinator];
    return share == 0 ? 1 : share;
  }

  private static void requireEqual(double actual, double expected, String what) {
    require(Math.abs(actual - expected) <= TOLERANCE, what + ": " + actual + ", not " + expected);
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new AssertionError(otherwise);
    }
  }
}
