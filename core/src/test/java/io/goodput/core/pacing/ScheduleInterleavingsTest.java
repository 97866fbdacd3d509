package io.goodput.core.pacing;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** Taking moments, and giving them back, is linearizable. */
@Param(name = "now", gen = IntGen.class, conf = "1:5")
@Param(name = "cost", gen = IntGen.class, conf = "1:9")
public class ScheduleInterleavingsTest {

  private static final int MILLIS = 1_000_000;

  private final VirtualSchedule schedule = new VirtualSchedule(0);

  @Operation
  public long take(@Param(name = "now") int now, @Param(name = "cost") int cost) {
    return schedule.take((long) now * MILLIS, (long) cost * MILLIS, 20L * MILLIS);
  }

  @Test
  void everyInterleaving_isLinearizable() {
    new ModelCheckingOptions()
        .iterations(12)
        .invocationsPerIteration(500)
        .threads(2)
        .actorsPerThread(3)
        .sequentialSpecification(Specification.class)
        .check(ScheduleInterleavingsTest.class);
  }

  /** The same without threads. */
  public static final class Specification {

    private long free;

    public long take(int now, int cost) {
      long moment = Math.max(free, (long) now * MILLIS - VirtualSchedule.BURST_NANOS);
      if (moment > 20L * MILLIS) {
        return VirtualSchedule.TOO_LATE;
      }
      free = moment + (long) cost * MILLIS;
      return moment;
    }
  }
}
