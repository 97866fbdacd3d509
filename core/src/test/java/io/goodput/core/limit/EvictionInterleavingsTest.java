package io.goodput.core.limit;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** Two threads give the entries of a full set to new keys while they count old keys. */
@Param(name = "new key", gen = IntGen.class, conf = "10:11")
public class EvictionInterleavingsTest {

  private static final int WINDOW = 5;
  private static final int HOT = 2;

  private static final int PROTECTED = 2;

  /** The old key that new key 10 evicts. */
  private static final int OLD = 3;

  private final PartitionCounters counters =
      new PartitionCounters(PartitionCounters.WAYS, PROTECTED);
  private final long[] table = Entries.of(counters);
  private final AtomicIntegerArray operations = new AtomicIntegerArray(16);

  /** A full set: one key is far above the protected count, the others are just below it. */
  public EvictionInterleavingsTest() {
    for (int key = HOT; key < HOT + PartitionCounters.WAYS; key++) {
      int count = key == HOT ? 2 * PROTECTED : PROTECTED - 1;
      for (int i = 0; i < count; i++) {
        count(key);
      }
    }
  }

  @Operation
  public void countNew(@Param(name = "new key") int key) {
    count(key);
  }

  @Operation
  public void countOld() {
    count(OLD);
  }

  private void count(int key) {
    operations.incrementAndGet(key);
    counters.account(WINDOW, key);
  }

  /** In plain Java, because the model checker follows this method too. */
  @Validate
  public void invariants() {
    for (int i = 0; i < PartitionCounters.WAYS; i++) {
      for (int j = 0; j < i; j++) {
        require(table[i] != table[j], "a key has two entries");
      }
    }
    for (int key = HOT; key < operations.length(); key++) {
      require(
          counters.count(WINDOW, key) <= operations.get(key) + 1,
          "a key has inherited more than the one operation that the other thread has in progress");
    }
    require(counters.count(WINDOW, HOT) == operations.get(HOT), "the hot key has lost its count");
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalStateException(otherwise);
    }
  }

  @Test
  void everyInterleaving_ofEvictionsInOneSet_keepsTheInvariants() {
    new ModelCheckingOptions()
        .iterations(6)
        .invocationsPerIteration(600)
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(0)
        .actorsAfter(1)
        .sequentialSpecification(Anything.class)
        .check(EvictionInterleavingsTest.class);
  }

  /** Operations return nothing: only the validation checks them. */
  public static final class Anything {
    public void countNew(int key) {}

    public void countOld() {}
  }
}
