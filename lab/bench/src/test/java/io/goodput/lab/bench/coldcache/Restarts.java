package io.goodput.lab.bench.coldcache;

import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Recordings;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Restarts for tests: all nodes are up for ten seconds, then the third node is down for five. It is
 * up for another twenty seconds, and has only misses in the first ten of them.
 */
final class Restarts {

  static final RestartLengths LENGTHS = new RestartLengths(1, 0, 10, 5, 20, 10);

  private static final int UP = 15;
  private static final int WARM = 25;

  private Restarts() {}

  /** The cold node has this many misses per second; a warm node has 20. */
  static Restart withMisses(int cold) {
    return new Restart(
        LENGTHS,
        Recordings.each(LENGTHS.run(), 0, LENGTHS.run(), Outcome.GOOD, 10),
        List.of(peer(), peer(), restarted(cold)));
  }

  private static NodeHistory peer() {
    return new NodeHistory(
        IntStream.range(0, LENGTHS.run())
            .mapToObj(second -> counts(80, second >= UP && second < WARM ? 25 : 20))
            .toList());
  }

  private static NodeHistory restarted(int cold) {
    return new NodeHistory(
        IntStream.range(0, LENGTHS.run())
            .mapToObj(
                second -> {
                  if (second >= LENGTHS.steady() && second < UP) {
                    return NodeCounts.NONE;
                  }
                  return second >= UP && second < WARM ? counts(0, cold) : counts(80, 20);
                })
            .toList());
  }

  private static NodeCounts counts(long hits, long misses) {
    return new NodeCounts(hits, misses, hits + misses, 0, hits + misses);
  }
}
