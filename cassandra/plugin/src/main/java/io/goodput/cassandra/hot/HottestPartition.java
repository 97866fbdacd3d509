package io.goodput.cassandra.hot;

import io.goodput.cassandra.watch.RequestWatch.Use;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.util.List;

/**
 * What metrics tell of the hottest partitions, without their names. It reads all counters, so it
 * does that at most once a second. Thread-safe.
 */
final class HottestPartition {

  /**
   * Figures of one moment.
   *
   * @param perSecond operations on the hottest partition per second, rejected ones included
   * @param rejectedPerSecond rejected operations on it per second
   * @param share the part of this node's operations that it draws, 0 to 1
   * @param bytesPerSecond bytes that its clients read or write through this node
   * @param inFlight its clients' requests in flight on this node, on average
   * @param listed partitions in {@code hot_partitions}
   * @param overLimit partitions among them of which operations are rejected
   */
  record Figures(
      double perSecond,
      double rejectedPerSecond,
      double share,
      double bytesPerSecond,
      double inFlight,
      int listed,
      int overLimit) {

    static final Figures NONE = new Figures(0, 0, 0, 0, 0, 0, 0);
  }

  private final HotPartitions partitions;
  private final NodeRequests requests;
  private final TimeSource time = TimeSource.system();
  private Figures latest = Figures.NONE;
  private long readNanos = time.monotonicNanos() - Nanos.PER_SECOND;

  HottestPartition(HotPartitions partitions, NodeRequests requests) {
    this.partitions = partitions;
    this.requests = requests;
  }

  /** Figures at most one second old. */
  synchronized Figures figures() {
    long now = time.monotonicNanos();
    if (now - readNanos >= Nanos.PER_SECOND) {
      latest = read(partitions.rows());
      readNanos = now;
    }
    return latest;
  }

  private Figures read(List<HotPartitions.Row> rows) {
    if (rows.isEmpty()) {
      return Figures.NONE;
    }
    HotPartitions.Row hottest = rows.get(0);
    double all = hottest.isCounted() ? requests.perSecond() : partitions.watchedPerSecond();
    Use use = hottest.use();
    int overLimit = (int) rows.stream().filter(row -> row.rejectedRate() > 0).count();
    return new Figures(
        hottest.rate(),
        hottest.rejectedRate(),
        hottest.rate() / Math.max(hottest.rate(), all),
        use == null ? 0 : use.bytesPerSecond(),
        use == null ? 0 : use.inFlight(),
        rows.size(),
        overLimit);
  }
}
