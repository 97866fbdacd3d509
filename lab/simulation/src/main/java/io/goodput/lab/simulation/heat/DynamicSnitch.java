package io.goodput.lab.simulation.heat;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Chooses replicas by latency, as Cassandra's dynamic snitch does: a coordinator scores each
 * replica by the median of its latest answers, in whole milliseconds. It prefers itself, then the
 * others in the order of the ring, unless this order contains a replica whose score is more than
 * twice that of the replica that the order of the scores has in its place. A replica without a
 * score is the best. Times in seconds.
 */
final class DynamicSnitch {

  private static final int SAMPLES = 100;

  /** The weight of a sample falls to 1/e in this time. */
  private static final double FADING_SECONDS = 1 / 0.75;

  private static final double BADNESS = 2;

  private final Deque<Sample>[][] samples;
  private final double[][] scores;

  private record Sample(double at, long millis) {}

  @SuppressWarnings({"unchecked", "rawtypes"})
  DynamicSnitch(int replicas) {
    samples = new Deque[replicas][replicas];
    scores = new double[replicas][replicas];
    IntStream.range(0, replicas).forEach(this::restart);
  }

  /** Forgets what a coordinator has measured. The others keep what they know of it. */
  void restart(int coordinator) {
    Arrays.setAll(samples[coordinator], replica -> new ArrayDeque<>());
    Arrays.fill(scores[coordinator], 0);
  }

  /** Takes the latency of an answer. */
  void answered(int coordinator, int replica, double now, double latency) {
    Deque<Sample> latest = samples[coordinator][replica];
    if (latest.size() == SAMPLES) {
      latest.remove();
    }
    latest.add(new Sample(now, (long) (latency * 1_000)));
  }

  /** Works the scores out again. */
  void update() {
    for (int coordinator = 0; coordinator < scores.length; coordinator++) {
      for (int replica = 0; replica < scores.length; replica++) {
        scores[coordinator][replica] = median(samples[coordinator][replica]);
      }
    }
  }

  private static double median(Deque<Sample> latest) {
    if (latest.isEmpty()) {
      return 0;
    }
    double end = latest.getLast().at;
    double half = latest.stream().mapToDouble(sample -> weight(sample, end)).sum() / 2;
    for (Sample sample :
        (Iterable<Sample>) latest.stream().sorted(Comparator.comparing(Sample::millis))::iterator) {
      half -= weight(sample, end);
      if (half <= 0) {
        return sample.millis;
      }
    }
    return latest.getLast().millis;
  }

  private static double weight(Sample sample, double end) {
    return Math.exp((sample.at - end) / FADING_SECONDS);
  }

  /**
   * The replicas of a read.
   *
   * @param first the first replica in the order of the ring
   * @param up the replicas that are up
   */
  int[] choose(int coordinator, int first, List<Integer> up, int contacted) {
    double[] score = scores[coordinator];
    int count = score.length;
    List<Integer> near =
        up.stream()
            .sorted(
                Comparator.<Integer, Boolean>comparing(replica -> replica != coordinator)
                    .thenComparing(replica -> (replica - first + count) % count))
            .toList();
    List<Integer> best =
        near.stream().sorted(Comparator.comparing(replica -> score[replica])).toList();
    boolean isBad =
        IntStream.range(0, near.size())
            .anyMatch(place -> score[near.get(place)] > BADNESS * score[best.get(place)]);
    return (isBad ? best : near).stream().limit(contacted).mapToInt(Integer::intValue).toArray();
  }
}
