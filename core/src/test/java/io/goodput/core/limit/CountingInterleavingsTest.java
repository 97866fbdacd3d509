package io.goodput.core.limit;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/** Counting in one set, with an entry for every key, is linearizable across window changes. */
@Param(name = "window", gen = IntGen.class, conf = "1:3")
@Param(name = "key", gen = IntGen.class, conf = "1:5")
public class CountingInterleavingsTest {

  private final PartitionCounters counters = new PartitionCounters(PartitionCounters.WAYS);

  @Operation
  public boolean admit(@Param(name = "window") int window, @Param(name = "key") int key) {
    return counters.admit(window, inOnePlace(key), 1, 0.3);
  }

  @Operation
  public void account(@Param(name = "window") int window, @Param(name = "key") int key) {
    counters.account(window, inOnePlace(key));
  }

  @Operation
  public long count(@Param(name = "window") int window, @Param(name = "key") int key) {
    return counters.count(window, inOnePlace(key));
  }

  /** Maps keys so that all prefer the same entry. */
  private static long inOnePlace(int key) {
    return (long) key * PartitionCounters.WAYS;
  }

  @Test
  void everyInterleaving_ofAModelCheckedScenario_isLinearizable() {
    new ModelCheckingOptions()
        .iterations(7)
        .invocationsPerIteration(600)
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(2)
        .actorsAfter(2)
        .sequentialSpecification(Specification.class)
        .check(CountingInterleavingsTest.class);
  }

  @Test
  void manyRealInterleavings_ofRandomScenarios_areLinearizable() {
    new StressOptions()
        .iterations(5)
        .invocationsPerIteration(400)
        .threads(2)
        .actorsPerThread(4)
        .sequentialSpecification(Specification.class)
        .check(CountingInterleavingsTest.class);
  }

  /** The operations above on {@link SequentialCounters}. */
  public static final class Specification {

    private final SequentialCounters counters = new SequentialCounters();

    public boolean admit(int window, int key) {
      return counters.admit(window, key, 1, 0.3);
    }

    public void account(int window, int key) {
      counters.account(window, key);
    }

    public long count(int window, int key) {
      return counters.count(window, key);
    }
  }
}
