package io.goodput.cassandra.yield;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.goodput.cassandra.feature.Mode;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A node with a table whose reads are hedged after 5 ms")
class HedgedReadsTest {

  private static final long SET = 5_000;

  private final Table table = new Table();
  private final Map<Object, HedgedTable.Reads> tables = new HashMap<>(Map.of("t", table));
  private Mode mode = Mode.ON;
  private boolean waits;
  private boolean fails;
  private final HedgedReads hedged =
      new HedgedReads(
          () -> mode,
          () -> {
            if (fails) {
              throw new IllegalStateException();
            }
            return waits;
          },
          () -> tables,
          () -> Instant.EPOCH);

  private static final class Table implements HedgedTable.Reads {

    private long reads;
    private long hedges;
    private long threshold = SET;

    @Override
    public long reads() {
      return reads;
    }

    @Override
    public long hedges() {
      return hedges;
    }

    @Override
    public long threshold() {
      return threshold;
    }

    @Override
    public void setThreshold(long micros) {
      threshold = micros;
    }
  }

  /** A second with reads, in the middle of which the node decides. */
  private void second() {
    hedged.tick();
    pass(1);
  }

  /** Seconds with 100 reads each, all of them hedged where that is allowed. */
  private void pass(int seconds) {
    for (int second = 0; second < seconds; second++) {
      for (int tick = 0; tick < HedgedReads.TICKS_PER_SECOND; tick++) {
        table.reads += 10;
        table.hedges += table.threshold == HedgedTable.NEVER ? 0 : 10;
        hedged.tick();
      }
    }
  }

  @Test
  void hedges_ofAllReads_areHeldToATenth() {
    pass(100);

    assertThat((double) table.hedges / table.reads).isBetween(0.05, 0.12);
    assertThat(hedged.shown().seconds()).isBetween(80L, 95L);
  }

  @Test
  void hedges_whileRequestsWait_areHeld() {
    waits = true;
    second();

    assertThat(table.threshold).isEqualTo(HedgedTable.NEVER);
    assertThat(hedged.shown().yields()).isTrue();
    assertThat(hedged.shown().share()).isZero();
  }

  @Test
  void tableThatIsNotHedged_keepsItsThreshold() {
    table.threshold = HedgedTable.NEVER;
    for (Mode each : Mode.values()) {
      mode = each;
      hedged.tick();
      assertThat(table.threshold).isEqualTo(HedgedTable.NEVER);
    }
  }

  @Test
  void tableThatIsDropped_hasItsThresholdBack() {
    waits = true;
    second();
    tables.clear();
    second();

    assertThat(table.threshold).isEqualTo(SET);
    assertThat(hedged.shown().share()).isOne();
  }

  @Test
  void hedges_inObserveMode_areNoDebtLater() {
    mode = Mode.OBSERVE;
    pass(1_000);
    mode = Mode.ON;
    long before = table.hedges;
    pass(20);

    // Those of a second: before its next look, the node hedges in any case.
    assertThat(table.hedges - before).isGreaterThanOrEqualTo(100);
  }

  @Test
  void threshold_isRestored_whenNoRequestWaits() {
    waits = true;
    second();
    waits = false;
    second();

    assertThat(table.threshold).isEqualTo(SET);
    assertThat(hedged.shown().yields()).isFalse();
    assertThat(hedged.shown().changes()).isEqualTo(2);
  }

  @Test
  void threshold_thatCassandraComputesMeanwhile_isWhatIsRestored() {
    waits = true;
    hedged.tick();
    table.threshold = 2 * SET;
    hedged.tick();
    assertThat(table.threshold).isEqualTo(HedgedTable.NEVER);

    mode = Mode.OFF;
    hedged.tick();
    assertThat(table.threshold).isEqualTo(2 * SET);
  }

  @Test
  void threshold_isNotTouched_whileTheNodeOnlyObserves() {
    mode = Mode.OBSERVE;
    waits = true;
    second();

    assertThat(table.threshold).isEqualTo(SET);
    assertThat(hedged.shown().yields()).isTrue();
  }

  @Test
  void threshold_isRestored_afterAFailure() {
    waits = true;
    hedged.tick();
    fails = true;
    for (int tick = 1; tick < HedgedReads.TICKS_PER_SECOND; tick++) {
      hedged.tick();
    }
    assertThatThrownBy(hedged::tick).isInstanceOf(IllegalStateException.class);

    assertThat(table.threshold).isEqualTo(SET);
    assertThat(hedged.shown().yields()).isFalse();
  }

  @Test
  void hedges_ofFewReads_areNotHeld() {
    for (int tick = 0; tick < 100 * HedgedReads.TICKS_PER_SECOND; tick++) {
      table.reads += 100;
      table.hedges += 9;
      hedged.tick();
    }

    assertThat(hedged.shown().seconds()).isZero();
    assertThat(hedged.shown().changes()).isZero();
  }
}
