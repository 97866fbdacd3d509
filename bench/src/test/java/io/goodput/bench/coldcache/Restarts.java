package io.goodput.bench.coldcache;

import io.goodput.bench.load.Outcome;
import io.goodput.bench.load.Recordings;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Restarts that never were: ten seconds with all nodes up, five without the third one, and then
 * twenty in which that one has only misses for the first ten.
 */
final class Restarts {

  static final Lengths LENGTHS = new Lengths(1, 0, 10, 5, 20, 10);

  private static final int UP = 15;
  private static final int WARM = 25;

  private Restarts() {}

  /** With so many misses a second of the cold node, where it has 20 when it is warm. */
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
