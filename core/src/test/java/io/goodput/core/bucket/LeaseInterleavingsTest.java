package io.goodput.core.bucket;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/** Each token of a lease is spent or surrendered once, in any interleaving. */
@Param(name = "tokens", gen = IntGen.class, conf = "1:4")
public class LeaseInterleavingsTest {

  private static final int TOKENS = 6;

  private final Lease lease = new Lease(TOKENS, 0, 100, Grant.NONE);

  @Operation
  public boolean spend(@Param(name = "tokens") int tokens) {
    return lease.spend(tokens, 1);
  }

  @Operation
  public long surrender() {
    return lease.surrender();
  }

  @Operation
  public long unspent() {
    return lease.unspent();
  }

  @Test
  void everyInterleaving_ofAModelCheckedScenario_isLinearizable() {
    new ModelCheckingOptions()
        .iterations(4)
        .invocationsPerIteration(300)
        .threads(2)
        .actorsPerThread(3)
        .sequentialSpecification(Specification.class)
        .check(LeaseInterleavingsTest.class);
  }

  @Test
  void manyRealInterleavings_ofRandomScenarios_areLinearizable() {
    new StressOptions()
        .iterations(4)
        .invocationsPerIteration(200)
        .threads(2)
        .actorsPerThread(4)
        .sequentialSpecification(Specification.class)
        .check(LeaseInterleavingsTest.class);
  }

  /** The operations above on a plain number. */
  public static final class Specification {

    private int unspent = TOKENS;

    public boolean spend(int tokens) {
      if (unspent < tokens) {
        return false;
      }
      unspent -= tokens;
      return true;
    }

    public long surrender() {
      long rest = unspent;
      unspent = 0;
      return rest;
    }

    public long unspent() {
      return unspent;
    }
  }
}
