package io.goodput.cassandra.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.limit.PartitionCounters;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.time.TimeSource;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.schema.TableMetadata;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PartitionNamesTest {

  private static final Token TOKEN = new Murmur3Partitioner.LongToken(1);
  private static final ByteBuffer KEY = Int32Type.instance.decompose(1);

  private final PartitionLimits limits =
      new PartitionLimits(TimeSource.system(), new PartitionCounters(1 << 14));
  private final PartitionNames names = new PartitionNames(limits);
  private final TableLimit limit =
      new TableLimit(
          TableMetadata.builder("ks", "t")
              .partitioner(Murmur3Partitioner.instance)
              .addPartitionKeyColumn("k", Int32Type.instance)
              .build(),
          Operation.READS,
          5);

  @Test
  @DisplayName("As many equally busy partitions as nodes share have names")
  void of_asManyBusyPartitionsAsNodesShare_isKnown() {
    long[] counters = new SplittableRandom(3).longs(PartitionLimits.SHARED_PARTITIONS).toArray();

    for (int i = 0; i < 100; i++) {
      Arrays.stream(counters).forEach(this::request);
    }

    assertThat(Arrays.stream(counters).filter(counter -> names.of(counter) == null).count())
        .isLessThanOrEqualTo(1);
  }

  @Test
  void of_busyPartitionAmongManyQuietOnes_isKnown() {
    SplittableRandom random = new SplittableRandom(4);

    for (int i = 0; i < 20_000; i++) {
      request(random.nextLong());
      request(42);
    }

    assertThat(names.of(42)).isNotNull();
  }

  @Test
  void observe_keyOfAPartitionKnownByItsToken_addsTheKey() {
    names.observe(limits.now(), 42, limit, TOKEN, null);
    assertThat(names.of(42)).extracting(PartitionNames.Name::key).isNull();

    names.observe(limits.now(), 42, limit, TOKEN, KEY);

    assertThat(names.of(42)).extracting(PartitionNames.Name::key).isEqualTo(KEY);
  }

  private void request(long counter) {
    long now = limits.now();
    limits.account(now, counter);
    names.observe(now, counter, limit, TOKEN, KEY);
  }
}
