package io.goodput.core.bucket;

import io.goodput.core.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/** While a store is away, one of all threads probes it, in any interleaving. */
public class AvailabilityInterleavingsTest {

  private final Availability availability = away();

  private static Availability away() {
    ManualTime time = new ManualTime(Instant.EPOCH);
    Availability away = new Availability(time, Duration.ofSeconds(1).toNanos());
    time.advanceNanos(1);
    away.failed(time.monotonicNanos());
    time.advance(Duration.ofMillis(200));
    return away;
  }

  @Operation
  public boolean mayAsk() {
    return availability.mayAsk();
  }

  @Operation
  public boolean isAway() {
    return availability.isAway();
  }

  @Operation
  public void answered() {
    availability.answered();
  }

  @Test
  void everyInterleaving_ofAModelCheckedScenario_isLinearizable() {
    new ModelCheckingOptions()
        .iterations(10)
        .invocationsPerIteration(300)
        .threads(2)
        .actorsBefore(0)
        .actorsPerThread(2)
        .sequentialSpecification(Specification.class)
        .check(AvailabilityInterleavingsTest.class);
  }

  /** The operations above at a moment after the pause. */
  public static final class Specification {

    private boolean isAway = true;
    private boolean isProbed;

    public boolean mayAsk() {
      boolean may = !isAway || !isProbed;
      isProbed |= isAway;
      return may;
    }

    public boolean isAway() {
      return isAway;
    }

    public void answered() {
      isAway = false;
    }
  }
}
