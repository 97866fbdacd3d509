package io.goodput.lab.bench.coldcache;

import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Summary;
import io.goodput.lab.bench.report.Chart.Mark;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A restart under load, with the time before and after it.
 *
 * @param latency of the clients' reads
 * @param nodes counts of each node; the last node restarted
 */
record Restart(RestartLengths lengths, Recording latency, List<NodeHistory> nodes) implements Run {

  private static final double WARM = 0.95;

  /** Two samples of five seconds differ by less, if both are fair. */
  private static final double FAIR = 0.9;

  /** Seconds in one rate; a single second is noise. */
  private static final int SMOOTH = 5;

  /** First seconds of the steady load, which do not count: earlier load may have left queues. */
  private static final int SETTLE = 3;

  private NodeHistory restarted() {
    return nodes.get(nodes.size() - 1);
  }

  @Override
  public List<Mark> marks() {
    return List.of(new Mark(down(), "down"), new Mark(up(), "up"));
  }

  int down() {
    return lengths.steady();
  }

  /** The first second in which the restarted node serves reads again, or almost the last second. */
  int up() {
    int last = latency.length() - SMOOTH;
    return IntStream.range(down() + 1, last)
        .filter(second -> restarted().over(second, second + 1).reads() > 0)
        .findFirst()
        .orElse(last);
  }

  private int windowEnd() {
    return Math.min(up() + lengths.window(), latency.length());
  }

  Summary steady() {
    return latency.over(SETTLE, down());
  }

  Summary warming() {
    return latency.over(up(), windowEnd());
  }

  /** Share of the reads in the window without an answer within the deadline. */
  double lostShare() {
    return 1 - warming().perSecond(Outcome.GOOD) / warming().offeredPerSecond();
  }

  double steadyHitRate() {
    return restarted().over(SETTLE, down()).hitRate();
  }

  /** A latency in the window, relative to before. */
  double overSteady(ToDoubleFunction<Summary> latency) {
    return latency.applyAsDouble(warming()) / latency.applyAsDouble(steady());
  }

  /** Misses of the restarted node in the window, relative to the mean of its peers. */
  double missesRatio() {
    return missesRatio(up(), windowEnd());
  }

  double worstMissesRatio() {
    return worst(second -> missesRatio(second, second + SMOOTH));
  }

  /** Misses of the peers in the window, relative to before. */
  double peersMisses() {
    return peersMissesPerSecond(up(), windowEnd()) / peersMissesPerSecond(SETTLE, down());
  }

  double worstPeersMisses() {
    return worst(second -> peersMissesPerSecond(second, second + SMOOTH))
        / peersMissesPerSecond(SETTLE, down());
  }

  /** Seconds until five seconds begin with 95% of the hit rate before; NaN if none did. */
  double secondsToWarm() {
    return IntStream.rangeClosed(up(), latency.length() - SMOOTH)
        .filter(
            second -> restarted().over(second, second + SMOOTH).hitRate() >= WARM * steadyHitRate())
        .mapToDouble(second -> second - up())
        .findFirst()
        .orElse(Double.NaN);
  }

  /** The same since the node stopped: a node that fills its cache first is up later. */
  double secondsFromStopToWarm() {
    return up() - down() + secondsToWarm();
  }

  /** Reads that the restarted node served in the window, relative to a fair share. */
  double share() {
    return share(up(), windowEnd());
  }

  /** The same in the last ten seconds. */
  double finalShare() {
    return share(latency.length() - 2 * SMOOTH, latency.length());
  }

  /** Seconds until five seconds begin in which the node has a fair share; NaN if none did. */
  double secondsToFairShare() {
    return IntStream.rangeClosed(up(), latency.length() - SMOOTH)
        .filter(second -> share(second, second + SMOOTH) >= FAIR)
        .mapToDouble(second -> second - up())
        .findFirst()
        .orElse(Double.NaN);
  }

  private double share(int from, int to) {
    double all = nodes.stream().mapToLong(node -> node.over(from, to).reads()).sum();
    return restarted().over(from, to).reads() / all * nodes.size();
  }

  /** The highest value of a figure of five seconds in the window. */
  private double worst(IntToDoubleFunction fromSecond) {
    return IntStream.range(up(), windowEnd() - SMOOTH)
        .mapToDouble(fromSecond)
        .max()
        .orElse(Double.NaN);
  }

  private double missesRatio(int from, int to) {
    return restarted().missesPerSecond(from, to) / peersMissesPerSecond(from, to);
  }

  private double peersMissesPerSecond(int from, int to) {
    return nodes.subList(0, nodes.size() - 1).stream()
        .mapToDouble(node -> node.missesPerSecond(from, to))
        .average()
        .orElse(Double.NaN);
  }
}
