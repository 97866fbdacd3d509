package io.goodput.cassandra.transaction;

import io.goodput.cassandra.event.Events;
import io.goodput.cassandra.event.RejectionWatch;
import io.goodput.cassandra.feature.Feature;
import io.goodput.cassandra.feature.Tick;
import io.goodput.cassandra.view.Metrics;
import io.goodput.core.limit.PartitionLimits;
import java.util.List;

/** Lightweight transactions that wait in line. */
public final class TransactionFeature implements Feature {

  private final TransactionLines lines;
  private final Events events;

  /** What these lines do and count. */
  public TransactionFeature(TransactionLines lines, Events events) {
    this.lines = lines;
    this.events = events;
  }

  @Override
  public void register(Metrics metrics) {
    metrics.flag("LinesUpTransactions", lines::isOn);
    metrics.counter("TransactionsWaited", lines.waited());
    metrics.counter("TransactionsRefused", lines.refused());
    metrics.total("SilentHomes", lines::silences);
    metrics.gauge("TransactionsInLine", lines::waiting);
  }

  @Override
  public List<Tick> ticks() {
    // A node may be the home of other nodes' turns even if its own transactions do not wait.
    return List.of(
        Tick.shared(PartitionLimits.TICK_NANOS, "ending waits of transactions", lines::tick));
  }

  @Override
  public List<Runnable> watches() {
    return List.of(
        new RejectionWatch(
            events,
            () -> lines.refused().getCount(),
            "Too many lightweight transactions want the same partition, and Goodput refuses some",
            "No lightweight transactions were refused for 10 s"));
  }

  @Override
  public String state() {
    return lines.isOn() ? "lightweight transactions wait in line" : "";
  }
}
