package io.goodput.core.heat;

import io.goodput.core.time.Nanos;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The latest reports of all nodes, and the shares of the reads that follow from them.
 *
 * <p>A node that has not reported is cold, and so is a node that has restarted, until it reports
 * otherwise. A node without reads keeps its heat, which drifts slowly to that of its peers: without
 * reads, nothing else would show that the node has become as warm.
 *
 * <p>Thread-safe. Times are monotonic nanoseconds of this machine.
 *
 * @param <N> identifies a node
 */
public final class ReplicaHeats<N> {

  static final long DRIFT_HALF_LIFE_NANOS = 60 * Nanos.PER_SECOND;

  /** A report that follows another one of its node sooner than this is ignored. */
  static final long MIN_INTERVAL_NANOS = 20 * Nanos.PER_MILLI;

  private final LockInPrevention prevention;
  private final ConcurrentMap<N, Known> known = new ConcurrentHashMap<>();

  /** No reports. */
  public ReplicaHeats(LockInPrevention prevention) {
    this.prevention = prevention;
  }

  /**
   * Takes the report of a node, unless a newer one has arrived before, or one of the same
   * generation a moment ago: the next report will say the same.
   */
  public void report(N node, HeatReport report, long now) {
    Known last = known.get(node);
    if (last == null || last.givesWayTo(report, now)) {
      Known fresh = new Known(report, now, now, now - report.ageNanos());
      known.merge(node, fresh, Known::replacedBy);
    }
  }

  /** Whether each of these nodes has reported. */
  boolean haveReported(Collection<N> nodes) {
    for (N node : nodes) {
      if (!known.containsKey(node)) {
        return false;
      }
    }
    return true;
  }

  /** Forgets a node that has left the cluster. */
  public void forget(N node) {
    known.remove(node);
  }

  /**
   * Works out the shares as of now.
   *
   * @param replicas distinct, in an order that all nodes agree on
   * @param contacted how many replicas take part in a read; 1 to the number of replicas
   * @throws IllegalArgumentException if there are too few or too many replicas for {@link
   *     ReadShares}
   */
  public ReadShares shares(List<N> replicas, int contacted, long now) {
    Known[] latest = replicas.stream().map(known::get).toArray(Known[]::new);
    double[] coordinatedReads = new double[latest.length];
    for (int i = 0; i < latest.length; i++) {
      coordinatedReads[i] = latest[i] == null ? 0 : latest[i].report.coordinatedReads();
    }
    double[] heats = heats(latest, now);
    ramp(heats, latest, now);
    return ReadShares.of(heats, coordinatedReads, contacted, prevention.deadBand());
  }

  private static double[] heats(Known[] latest, long now) {
    double[] reported = new double[latest.length];
    double sum = 0;
    for (int i = 0; i < latest.length; i++) {
      reported[i] = latest[i] == null ? 0 : latest[i].report.heat();
      sum += reported[i];
    }
    double[] drifted = reported.clone();
    for (int i = 0; i < latest.length && latest.length > 1; i++) {
      if (latest[i] != null) {
        double peers = (sum - reported[i]) / (latest.length - 1);
        drifted[i] += (peers - reported[i]) * latest[i].drift(now);
      }
    }
    return drifted;
  }

  private void ramp(double[] heats, Known[] latest, long now) {
    double best = Arrays.stream(heats).max().orElse(0);
    for (int i = 0; i < latest.length; i++) {
      if (latest[i] != null) {
        heats[i] = prevention.ramped(heats[i], best, now - latest[i].startedNanos);
      }
    }
  }

  /**
   * A report and its times.
   *
   * @param takenNanos when the report arrived
   * @param readsNanos when a report with as many reads first arrived
   * @param startedNanos when the node started
   */
  private record Known(HeatReport report, long takenNanos, long readsNanos, long startedNanos) {

    boolean givesWayTo(HeatReport fresh, long now) {
      return fresh.generation() != report.generation() || now - takenNanos >= MIN_INTERVAL_NANOS;
    }

    Known replacedBy(Known fresh) {
      if (!fresh.report.replaces(report)) {
        return this;
      }
      return fresh.report.hasNewsOver(report)
          ? fresh
          : new Known(fresh.report, fresh.takenNanos, readsNanos, fresh.startedNanos);
    }

    /** How far the heat has drifted to that of the peers, 0 to 1; 0 before the first read. */
    double drift(long now) {
      if (report.reads() == 0) {
        return 0;
      }
      return 1 - Math.pow(0.5, (double) Math.max(0, now - readsNanos) / DRIFT_HALF_LIFE_NANOS);
    }
  }
}
