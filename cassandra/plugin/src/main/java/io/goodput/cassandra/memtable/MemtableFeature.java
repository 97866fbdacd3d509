package io.goodput.cassandra.memtable;

import io.goodput.cassandra.event.Events;
import io.goodput.cassandra.event.RejectionWatch;
import io.goodput.cassandra.feature.Feature;
import io.goodput.cassandra.feature.Tick;
import io.goodput.cassandra.request.Guard;
import io.goodput.cassandra.view.Metrics;
import io.goodput.cassandra.view.Rounded;
import io.goodput.cassandra.view.View;
import java.util.List;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.apache.cassandra.utils.memory.MemtablePool;

/** Paces writes, and shows the memory that all memtables of this node share. */
public final class MemtableFeature implements Feature {

  private final MemtableGuard memtables;
  private final boolean isOn;
  private final Events events;

  /**
   * Write pacing.
   *
   * @param isOn whether writes are paced, and the memory is observed
   */
  public MemtableFeature(MemtablePool memory, boolean isOn, Events events) {
    this.memtables = new MemtableGuard(memory);
    this.isOn = isOn;
    this.events = events;
  }

  @Override
  public List<Guard> guards() {
    return isOn ? List.of(memtables) : List.of();
  }

  @Override
  public List<VirtualTable> tables() {
    return List.of(
        View.<MemtableGuard>of(
                "memtables",
                "the memory that all memtables of this node share, and how writes are paced")
            .partitionKey("pace_writes", UTF8Type.instance, it -> Boolean.toString(isOn))
            .floating("used_ratio", it -> Rounded.hundredths(it.usedRatio()))
            .bool("pacing", MemtableGuard::isPacing)
            .bigint("refused", it -> it.rejected().getCount())
            .over(() -> List.of(memtables)));
  }

  @Override
  public void register(Metrics metrics) {
    metrics.flag("PacesWrites", () -> isOn);
    metrics.flag("WritesPaced", memtables::isPacing);
    metrics.gauge("MemtableUsedRatio", memtables::usedRatio);
    metrics.counter("WritesRefusedForMemory", memtables.rejected());
  }

  @Override
  public List<Runnable> watches() {
    return List.of(
        new RejectionWatch(
            events,
            memtables.rejected()::getCount,
            "Memtables fill up faster than this node flushes them, and Goodput rejects some writes",
            "No writes were rejected for the memory of memtables for 10 s"));
  }

  @Override
  public List<Tick> ticks() {
    return isOn
        ? List.of(
            new Tick(
                "Goodput-memtables",
                MemtableGuard.TICK_NANOS,
                "observing memtables",
                memtables::tick))
        : List.of();
  }

  @Override
  public String state() {
    return isOn ? "writes are paced" : "writes are not paced (pace_writes: false)";
  }
}
