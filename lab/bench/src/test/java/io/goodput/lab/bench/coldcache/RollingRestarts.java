package io.goodput.lab.bench.coldcache;

import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Recordings;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Rolling restarts for tests: all nodes are up for ten seconds, then each is down for ten. It is
 * cold for five seconds when it is up again. The run ends twenty seconds after the last restart.
 */
final class RollingRestarts {

  static final List<Integer> STOPS = List.of(10, 20, 30);
  static final List<Integer> UPS = List.of(20, 30, 40);

  private static final int SECONDS = 60;
  private static final int COLD = 5;

  private RollingRestarts() {}

  /** Reads take 5 ms, but twenty times as long in some seconds; some reads are late. */
  static RollingRestart withSlow(int seconds, int late) {
    int begin = STOPS.get(0);
    Recording latency = Recordings.each(SECONDS, 0, begin, Outcome.GOOD, 10);
    Recordings.add(latency, begin, begin + seconds, Outcome.GOOD, 10, 100);
    Recordings.add(latency, begin + seconds, SECONDS, Outcome.GOOD, 10);
    Recordings.add(latency, begin, begin + 1, Outcome.DROPPED, late);
    return new RollingRestart(latency, List.of(node(0), node(1), node(2)), STOPS, UPS);
  }

  /** The same, but the last node stays cold and serves this many reads per second. */
  static RollingRestart withLastNodeCold(int reads) {
    List<NodeCounts> cold =
        IntStream.range(0, SECONDS)
            .mapToObj(
                second ->
                    second < UPS.get(2)
                        ? node(2).get(second)
                        : new NodeCounts(0, reads, reads, 0, 100))
            .toList();
    RollingRestart same = withSlow(0, 0);
    return new RollingRestart(same.latency(), List.of(node(0), node(1), cold), STOPS, UPS);
  }

  private static List<NodeCounts> node(int index) {
    return IntStream.range(0, SECONDS)
        .mapToObj(
            second -> {
              if (second >= STOPS.get(index) && second < UPS.get(index)) {
                return NodeCounts.NONE;
              }
              boolean cold = second >= UPS.get(index) && second < UPS.get(index) + COLD;
              return cold
                  ? new NodeCounts(0, 100, 100, 0, 100)
                  : new NodeCounts(80, 20, 100, 0, 100);
            })
        .toList();
  }
}
