package io.goodput.core.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class PartitionKeysProperties {

  @Property
  void keysOfOneSeries_ofDistinctTokens_areDistinct(
      @ForAll long salt, @ForAll long token, @ForAll long other) {
    PartitionKeys keys = new PartitionKeys(salt);

    assertThat(keys.of(token) == keys.of(other)).isEqualTo(token == other);
  }

  @Property(tries = 10)
  void keysOfOneSeries_ofAHundredThousandNeighboringTokens_areDistinct(
      @ForAll long salt, @ForAll long first) {
    PartitionKeys keys = new PartitionKeys(salt);

    long distinct = LongStream.range(0, 100_000).map(i -> keys.of(first + i)).distinct().count();

    assertThat(distinct).isEqualTo(100_000);
  }

  @Property
  void keysOfTwoSeries_ofOneToken_areDistinct(
      @ForAll long salt, @ForAll long otherSalt, @ForAll long token) {
    assertThat(new PartitionKeys(salt).of(token) == new PartitionKeys(otherSalt).of(token))
        .isEqualTo(salt == otherSalt);
  }

  /** As many keys per set as a uniform draw would give, within five standard deviations. */
  @Property(tries = 20)
  void keys_ofEvenlySpacedTokens_spreadOverTheSets(
      @ForAll long salt, @ForAll @IntRange(min = 0, max = 48) int spacing) {
    PartitionKeys keys = new PartitionKeys(salt);
    int sets = 1024;
    int perSet = 64;
    int[] keysOfSet = new int[sets];

    for (long i = 0; i < (long) sets * perSet; i++) {
      keysOfSet[(int) (keys.of(i << spacing) >>> 32) & (sets - 1)]++;
    }

    double chiSquare = 0;
    for (int found : keysOfSet) {
      chiSquare += Math.pow(found - perSet, 2) / perSet;
    }
    assertThat(chiSquare).isLessThan(sets - 1 + 5 * Math.sqrt(2.0 * (sets - 1)));
  }
}
