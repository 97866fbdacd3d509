package io.goodput.cassandra.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.peak.PeakRates;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.schema.TableMetadata;
import org.junit.jupiter.api.Test;

class TableLimitTest {

  private static final TableMetadata TABLE =
      TableMetadata.builder("ks", "t")
          .partitioner(Murmur3Partitioner.instance)
          .addPartitionKeyColumn("k", Int32Type.instance)
          .build();

  @Test
  void peaks_withoutASeries_takeNoMemory() {
    PeakRates shared = new TableLimit(TABLE, Operation.READS, 5).peaks();

    assertThat(new TableLimit(TABLE, Operation.WRITES, 5).peaks()).isSameAs(shared);
    assertThat(new TableLimit(TABLE, Operation.READS, 5, 1).peaks()).isNotSameAs(shared);
  }

  @Test
  void setPerSecond_whileNodesAreRefreshed_isNeverUndone() throws Exception {
    TableLimit limit = new TableLimit(TABLE, Operation.READS, 0);
    AtomicBoolean done = new AtomicBoolean();
    Thread refresh =
        new Thread(
            () -> {
              while (!done.get()) {
                limit.setNodes(3, 6);
              }
            });
    refresh.start();
    int undone = 0;
    for (int perSecond = 1; perSecond <= 200_000; perSecond++) {
      limit.setPerSecond(perSecond);
      Thread.onSpinWait();
      undone += limit.perSecond() == perSecond ? 0 : 1;
    }
    done.set(true);
    refresh.join();

    assertThat(undone).isZero();
    assertThat(limit.limit().nodes()).isEqualTo(3);
  }
}
