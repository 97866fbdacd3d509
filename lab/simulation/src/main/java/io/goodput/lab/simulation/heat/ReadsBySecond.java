package io.goodput.lab.simulation.heat;

import java.util.List;

/** The totals of each replica of {@link ColdCacheSimulation} at the start of each second. */
final class ReadsBySecond {

  private final long[][] hits;
  private final long[][] reads;
  private final long[][] diskReads;
  private int next;

  ReadsBySecond(int seconds) {
    this.hits = new long[seconds + 1][ColdCacheScenario.REPLICAS];
    this.reads = new long[seconds + 1][ColdCacheScenario.REPLICAS];
    this.diskReads = new long[seconds + 1][ColdCacheScenario.REPLICAS];
  }

  /** Records the totals if a new second has begun; called several times per second. */
  void at(double now, List<ColdCacheReplica> replicas) {
    while (next < hits.length && next <= now) {
      for (int i = 0; i < replicas.size(); i++) {
        hits[next][i] = replicas.get(i).hits();
        reads[next][i] = replicas.get(i).reads();
        diskReads[next][i] = replicas.get(i).diskReads();
      }
      next++;
    }
  }

  /** The hit rate from one second to another; 0 if there were no reads. */
  double hitRate(int replica, int from, int to) {
    long hit = hits[to][replica] - hits[from][replica];
    return (double) hit / Math.max(1, reads(replica, from, to));
  }

  long reads(int replica, int from, int to) {
    return reads[to][replica] - reads[from][replica];
  }

  long diskReads(int replica, int from, int to) {
    return diskReads[to][replica] - diskReads[from][replica];
  }

  long peakDiskReads(int replica, int from, int to) {
    long peak = 0;
    for (int second = from; second < to; second++) {
      peak = Math.max(peak, diskReads(replica, second, second + 1));
    }
    return peak;
  }
}
