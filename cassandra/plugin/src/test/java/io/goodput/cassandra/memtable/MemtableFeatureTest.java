package io.goodput.cassandra.memtable;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cassandra.event.Events;
import io.goodput.cassandra.feature.Tick;
import io.goodput.cassandra.request.Statements;
import io.goodput.cassandra.view.Rows;
import io.goodput.core.time.TimeSource;
import org.apache.cassandra.utils.concurrent.ImmediateFuture;
import org.apache.cassandra.utils.memory.HeapPool;
import org.apache.cassandra.utils.memory.MemtablePool;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class MemtableFeatureTest {

  private static final MemtablePool MEMORY =
      new HeapPool(1 << 20, 0.5f, () -> ImmediateFuture.success(true));

  private final MemtableFeature off = feature(false);
  private final MemtableFeature on = feature(true);

  /** Initializes Cassandra. */
  @BeforeAll
  static void initialize() {
    assertThat(Statements.parse("SELECT * FROM ks.t")).isNotNull();
  }

  @Test
  void off_doesNothing() {
    assertThat(off.guards()).isEmpty();
    assertThat(off.ticks()).isEmpty();
    assertThat(off.state()).isEqualTo("writes are not paced (pace_writes: false)");
  }

  @Test
  void on_decidesOnWritesAndObservesTheMemoryOnAThreadOfItsOwn() {
    assertThat(on.guards()).hasSize(1);
    assertThat(on.ticks()).extracting(Tick::thread).containsExactly("Goodput-memtables");
    assertThat(on.state()).isEqualTo("writes are paced");
  }

  @Test
  void table_off_showsTheMemoryAllTheSame() {
    assertThat(Rows.of(off.tables().get(0)))
        .singleElement()
        .satisfies(
            row ->
                assertThat(row)
                    .containsEntry("pace_writes", "false")
                    .containsEntry("pacing", false)
                    .containsEntry("refused", 0L)
                    .containsKey("used_ratio"));
  }

  private static MemtableFeature feature(boolean isOn) {
    return new MemtableFeature(MEMORY, isOn, new Events(TimeSource.system()));
  }
}
