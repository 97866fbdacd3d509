package io.goodput.core.fair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;

class MaxMinProperties {

  private record Demand(int amount, int weight) {}

  @Property
  void level_demandsBeyondTheRoom_sharesAddUpToTheRoom(
      @ForAll("demands") List<Demand> demands, @ForAll @DoubleRange(max = 1) double part) {
    double room = part * total(demands);

    double level = level(demands, room);

    assertThat(demands.stream().mapToDouble(it -> share(it, level)).sum())
        .isCloseTo(room, within(1e-6));
  }

  @Property
  void level_demandsWithinTheRoom_meetsAll(
      @ForAll("demands") List<Demand> demands, @ForAll @DoubleRange(max = 1000) double more) {
    double level = level(demands, total(demands) + more);

    assertThat(demands).allMatch(it -> share(it, level) > it.amount - 1e-6);
  }

  @Property
  void level_demandsWithinTheRoom_leavesTheLargestWhatIsLeft(
      @ForAll("demands") List<Demand> demands, @ForAll @DoubleRange(max = 1000) double more) {
    double level = level(demands, total(demands) + more);

    assertThat(demands).anyMatch(it -> Math.abs(level * it.weight - it.amount - more) < 1e-6);
  }

  @Property
  void level_moreRoom_isNotLower(
      @ForAll("demands") List<Demand> demands,
      @ForAll @DoubleRange(max = 10_000) double room,
      @ForAll @DoubleRange(max = 100) double more) {
    assertThat(level(demands, room + more)).isGreaterThanOrEqualTo(level(demands, room) - 1e-9);
  }

  @Property
  void level_oneDemandGrows_leavesOthersAtLeastTheirEqualPart(
      @ForAll("demands") List<Demand> demands, @ForAll @DoubleRange(max = 10_000) double room) {
    double equal = room / demands.stream().mapToInt(Demand::weight).sum();

    assertThat(level(demands, room)).isGreaterThanOrEqualTo(equal - 1e-9);
  }

  @Example
  void level_threeDemands_fillsUpFromTheSmallest() {
    List<Demand> demands = List.of(new Demand(2, 1), new Demand(10, 1), new Demand(30, 2));

    assertThat(level(demands, 26)).isCloseTo(8, within(1e-9));
  }

  @Example
  void level_noDemand_isTheRoom() {
    assertThat(level(List.of(), 7)).isEqualTo(7);
  }

  @Provide
  Arbitrary<List<Demand>> demands() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 500), Arbitraries.integers().between(1, 1000))
        .as(Demand::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(30);
  }

  private static double total(List<Demand> demands) {
    return demands.stream().mapToInt(Demand::amount).sum();
  }

  private static double share(Demand demand, double level) {
    return Math.min(demand.amount, level * demand.weight);
  }

  private static double level(List<Demand> demands, double room) {
    double[] amounts = demands.stream().mapToDouble(Demand::amount).toArray();
    int[] weights = demands.stream().mapToInt(Demand::weight).toArray();
    assertThat(IntStream.of(weights)).allMatch(weight -> weight > 0);
    return MaxMin.level(amounts, weights, demands.size(), room);
  }
}
