package io.goodput.core.retry;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/** Threads that fail and repeat the same request see each failure once. */
public class FailedRequestsInterleavingsTest {

  private static final long HASH = 5L << 40;

  private final FailedRequests requests = new FailedRequests(1);

  @Operation
  public void failed() {
    requests.failed(HASH, 0, 1);
  }

  @Operation
  public boolean isRepeat() {
    return requests.isRepeat(HASH, 0);
  }

  @Test
  void everyInterleaving_isLinearizable() {
    new ModelCheckingOptions()
        .iterations(5)
        .invocationsPerIteration(300)
        .threads(2)
        .actorsPerThread(3)
        .sequentialSpecification(Specification.class)
        .check(FailedRequestsInterleavingsTest.class);
  }

  /** The sequential specification. */
  public static final class Specification {

    private int failures;

    public void failed() {
      failures++;
    }

    public boolean isRepeat() {
      if (failures == 0) {
        return false;
      }
      failures--;
      return true;
    }
  }
}
