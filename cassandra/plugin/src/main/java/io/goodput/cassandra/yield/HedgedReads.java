package io.goodput.cassandra.yield;

import io.goodput.cassandra.feature.Mode;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Keeps the hedged reads of each table within a {@link io.goodput.core.yield.HedgeBudget}, and has
 * none while requests of this node wait. One thread calls {@link #tick}; all may look.
 */
final class HedgedReads implements Lever {

  /** Cassandra computes its thresholds every few seconds, so they are looked at more often. */
  static final int TICKS_PER_SECOND = 10;

  private final Supplier<Mode> mode;
  private final BooleanSupplier waits;
  private final Supplier<Map<Object, HedgedTable.Reads>> stores;
  private final Supplier<Instant> clock;
  private final Map<Object, HedgedTable> tables = new HashMap<>();
  private int ticks;
  private volatile Shown shown = new Shown(1, 0, null, null, null, 0, 0);

  /**
   * Reads that are hedged as Cassandra decides.
   *
   * @param waits whether requests of this node have waited in the last second
   * @param stores the tables of this node, by their ids
   */
  HedgedReads(
      Supplier<Mode> mode,
      BooleanSupplier waits,
      Supplier<Map<Object, HedgedTable.Reads>> stores,
      Supplier<Instant> clock) {
    this.mode = mode;
    this.waits = waits;
    this.stores = stores;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "hedging";
  }

  @Override
  public String began(boolean observes) {
    return "Requests wait, or a table has had more hedged reads than its budget, and the node %s"
        .formatted(observes ? "would hedge fewer reads" : "hedges fewer reads");
  }

  @Override
  public String ended() {
    return "No table has had to hedge fewer reads for 10 s";
  }

  @Override
  public Shown shown() {
    return shown;
  }

  /** A failure lets Cassandra decide again. */
  void tick() {
    Mode now = mode.get();
    if (now == Mode.OFF) {
      stop();
      return;
    }
    try {
      if (ticks++ % TICKS_PER_SECOND == 0) {
        look();
      }
      tables.values().forEach(table -> table.apply(now == Mode.ON));
    } catch (Throwable e) {
      stop();
      throw e;
    }
  }

  private void look() {
    Map<Object, HedgedTable.Reads> known = stores.get();
    tables.forEach(
        (id, table) -> {
          if (!known.containsKey(id)) {
            table.apply(false);
          }
        });
    tables.keySet().retainAll(known.keySet());
    known.forEach((id, reads) -> tables.computeIfAbsent(id, key -> new HedgedTable(reads)));
    boolean waited = waits.getAsBoolean();
    int read = 0;
    int held = 0;
    boolean holds = false;
    for (HedgedTable table : tables.values()) {
      table.next(waited);
      read += table.wasRead() ? 1 : 0;
      held += table.wasRead() && table.isHeld() ? 1 : 0;
      holds |= table.isHeld();
    }
    // Reads that hang do not count until they end.
    double without = holds ? shown.share() : 1;
    show(read == 0 ? without : 1 - (double) held / read);
  }

  private void show(double share) {
    Instant since = shown.since();
    shown =
        new Shown(
            share,
            0,
            null,
            null,
            share == 1 ? null : since == null ? clock.get() : since,
            shown.changes() + (share == shown.share() ? 0 : 1),
            shown.seconds() + (share == 1 ? 0 : 1));
  }

  private void stop() {
    tables.values().forEach(table -> table.apply(false));
    tables.clear();
    ticks = 0;
    shown = new Shown(1, 0, null, null, null, shown.changes(), shown.seconds());
  }
}
