package io.goodput.core.fair;

import java.util.stream.IntStream;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Test;

/** A competitor never exceeds its bound, nor is it refused below. */
public class InFlightInterleavingsTest {

  private static final int NUMBER = 1;
  private static final int BOUND = 2;
  private static final int THREADS = 3;

  private final Competitors competitors = new Competitors(2);
  private final int[] entered = new int[THREADS + 2];

  @Operation
  public boolean enter(@Param(gen = ThreadIdGen.class) int thread) {
    boolean isIn = competitors.enterBelow(NUMBER, BOUND);
    entered[thread] += isIn ? 1 : 0;
    return isIn;
  }

  @Operation
  public boolean leave(@Param(gen = ThreadIdGen.class) int thread) {
    if (entered[thread] == 0) {
      return false;
    }
    entered[thread]--;
    competitors.leave(NUMBER);
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
        .threads(THREADS)
        .actorsPerThread(2)
        .sequentialSpecification(Specification.class)
        .check(InFlightInterleavingsTest.class);
  }

  /** The sequential specification. */
  public static final class Specification {

    private final int[] entered = new int[THREADS + 2];

    public boolean enter(int thread) {
      if (IntStream.of(entered).sum() >= BOUND) {
        return false;
      }
      entered[thread]++;
      return true;
    }

    public boolean leave(int thread) {
      if (entered[thread] == 0) {
        return false;
      }
      entered[thread]--;
      return true;
    }
  }
}
