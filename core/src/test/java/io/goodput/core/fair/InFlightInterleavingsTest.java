package io.goodput.core.fair;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Test;

/**
 * While the room is full, a class never has more in flight than its share, nor is refused below.
 */
public class InFlightInterleavingsTest {

  private static final int SHARE = 2;
  private static final int THREADS = 3;

  private final FairShares shares = new FairShares();
  private final List<Deque<Integer>> tickets =
      Stream.<Deque<Integer>>generate(ArrayDeque::new).limit(THREADS + 1).toList();

  /** Two classes want more than the room. */
  public InFlightInterleavingsTest() {
    Deque<Integer> own = new ArrayDeque<>();
    for (int i = 0; i < 9; i++) {
      shares.enter(1, 1, 2, 0.5);
      own.add(shares.enter(1, 1, 1, 0.5));
    }
    shares.share(2 * SHARE);
    own.forEach(shares::leave);
  }

  @Operation
  public boolean enter(@Param(gen = ThreadIdGen.class) int thread) {
    int ticket = shares.enter(1, 1, 1, 0.5);
    return ticket != FairShares.REFUSED && tickets.get(thread).add(ticket);
  }

  @Operation
  public boolean leave(@Param(gen = ThreadIdGen.class) int thread) {
    Integer ticket = tickets.get(thread).poll();
    if (ticket == null) {
      return false;
    }
    shares.leave(ticket);
    return true;
  }

  @Test
  void everyInterleaving_ofEntering_isLinearizable() {
    new ModelCheckingOptions()
        .iterations(10)
        .invocationsPerIteration(500)
        .threads(2)
        .actorsPerThread(3)
        .sequentialSpecification(Specification.class)
        .check(InFlightInterleavingsTest.class);
  }

  @Test
  void manyRealInterleavings_ofEntering_areLinearizable() {
    new StressOptions()
        .iterations(5)
        .invocationsPerIteration(1000)
        .threads(3)
        .actorsPerThread(2)
        .sequentialSpecification(Specification.class)
        .check(InFlightInterleavingsTest.class);
  }

  /** The sequential specification. */
  public static final class Specification {

    private final int[] inFlight = new int[THREADS + 1];

    public boolean enter(int thread) {
      if (IntStream.of(inFlight).sum() >= SHARE) {
        return false;
      }
      inFlight[thread]++;
      return true;
    }

    public boolean leave(int thread) {
      if (inFlight[thread] == 0) {
        return false;
      }
      inFlight[thread]--;
      return true;
    }
  }
}
