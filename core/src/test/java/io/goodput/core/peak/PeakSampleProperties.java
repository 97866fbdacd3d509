package io.goodput.core.peak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class PeakSampleProperties {

  /** Mixes well. */
  private static final long ODD = 0xbf58476d1ce4e5b9L;

  @Property
  void sample_ofFewPartitions_hasThePeakOfEach(
      @ForAll @Size(max = 300) List<@IntRange(min = 1, max = 1_000) Integer> rates) {
    PeakSample sample = new PeakSample(64);
    Map<Integer, Integer> peaks = new HashMap<>();

    for (int i = 0; i < rates.size(); i++) {
      int partition = i % 50;
      sample.add(partition * ODD, rates.get(i));
      peaks.merge(partition, rates.get(i), Math::max);
    }

    assertThat(sample.peaks())
        .containsExactly(peaks.values().stream().mapToInt(peak -> peak).sorted().toArray());
  }

  @Property(tries = 50)
  void sample_doesNotDependOnTheOrderOrOnHowOftenPartitionsAreUsed(
      @ForAll @IntRange(min = 1, max = 5_000) int partitions, @ForAll long seed) {
    PeakSample once = new PeakSample(256);
    PeakSample shuffled = new PeakSample(256);

    for (int partition = 0; partition < partitions; partition++) {
      once.add(partition * ODD, rateOf(partition));
    }
    new SplittableRandom(seed)
        .ints(3L * partitions, 0, partitions)
        .forEach(partition -> shuffled.add(partition * ODD, rateOf(partition)));
    for (int partition = partitions - 1; partition >= 0; partition--) {
      shuffled.add(partition * ODD, rateOf(partition));
    }

    assertThat(shuffled.peaks()).containsExactly(once.peaks());
  }

  /** A tenth of the partitions is hot: of the sample too, within six standard deviations. */
  @Property(tries = 50)
  void sample_ofManyPartitions_isRepresentative(@ForAll long seed) {
    PeakSample sample = new PeakSample(1_000);
    SplittableRandom random = new SplittableRandom(seed);

    for (int partition = 0; partition < 20_000; partition++) {
      sample.add(random.nextLong(), partition % 10 == 0 ? 500 : 1);
    }

    int hot = 0;
    for (int peak : sample.peaks()) {
      hot += peak == 500 ? 1 : 0;
    }
    assertThat(sample.size()).isEqualTo(1_000);
    assertThat(hot).isBetween(43, 157);
  }

  private static int rateOf(int partition) {
    return 1 + partition % 97;
  }
}
