package io.goodput.cassandra.coalesce;

import static io.goodput.cassandra.settings.Settings.COALESCE_READS;

import io.goodput.cassandra.feature.Feature;
import io.goodput.cassandra.feature.Switch;
import io.goodput.cassandra.feature.Tick;
import io.goodput.cassandra.view.Metrics;
import io.goodput.core.limit.PartitionLimits;
import java.util.List;

/** Reads that are answered with the read of another client, or with a stale answer. */
public final class CoalesceFeature implements Feature {

  private final ReadCoalescing reads;
  private final StaleAnswers stale;

  /** What these two do and count. */
  public CoalesceFeature(ReadCoalescing reads, StaleAnswers stale) {
    this.reads = reads;
    this.stale = stale;
  }

  @Override
  public void register(Metrics metrics) {
    metrics.counter("CoalescedReads", reads.coalesced());
    metrics.counter("StaleReads", stale.used());
    metrics.gauge("StaleAnswersBytes", stale::bytes);
    metrics.gauge("ThreadsWaitingForReads", reads::waiting);
    metrics.gauge("ReadsWaitingWithoutThread", reads::waitingWithoutThread);
  }

  @Override
  public List<Tick> ticks() {
    return List.of(
        Tick.shared(PartitionLimits.TICK_NANOS, "ending waits for reads", reads::tick),
        Tick.eachSecond("forgetting stale answers", stale::tick));
  }

  @Override
  public List<Switch> switches() {
    return List.of(
        Switch.of(COALESCE_READS, "hot", "off", reads::isOnByDefault, reads::setOnByDefault));
  }
}
