package io.goodput.core.table;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/** Threads that add entries with equal hashes agree on one of them, and find it from then on. */
@Param(name = "hash", gen = IntGen.class, conf = "1:2")
@Param(name = "number", gen = IntGen.class, conf = "1:9")
public class HashedEntriesInterleavingsTest {

  private record Numbered(long hash, int number) implements HashedEntries.Entry {}

  private final HashedEntries<Numbered> table = new HashedEntries<>(HashedEntries.WAYS);

  @Operation
  public int add(@Param(name = "hash") int hash, @Param(name = "number") int number) {
    return Objects.requireNonNull(table.add(new Numbered(hash, number))).number;
  }

  @Operation
  public int find(@Param(name = "hash") int hash) {
    Numbered found = table.find(hash);
    return found == null ? 0 : found.number;
  }

  @Test
  void everyInterleaving_isLinearizable() {
    new ModelCheckingOptions()
        .iterations(8)
        .invocationsPerIteration(200)
        .threads(2)
        .actorsPerThread(2)
        .sequentialSpecification(Specification.class)
        .check(HashedEntriesInterleavingsTest.class);
  }

  @Test
  void manyRealInterleavings_areLinearizable() {
    new StressOptions()
        .iterations(3)
        .invocationsPerIteration(500)
        .threads(3)
        .actorsPerThread(2)
        .sequentialSpecification(Specification.class)
        .check(HashedEntriesInterleavingsTest.class);
  }

  /** The sequential specification. */
  public static final class Specification {

    private final Map<Integer, Integer> numbers = new HashMap<>();

    public int add(int hash, int number) {
      return numbers.computeIfAbsent(hash, absent -> number);
    }

    public int find(int hash) {
      return numbers.getOrDefault(hash, 0);
    }
  }
}
