package io.goodput.core.pacing;

import io.goodput.core.time.Nanos;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** Taking moments is linearizable. */
@Param(name = "now", gen = IntGen.class, conf = "1:5")
@Param(name = "cost", gen = IntGen.class, conf = "1:9")
public class ScheduleInterleavingsTest {

  private final VirtualSchedule schedule = new VirtualSchedule(0);

  @Operation
  public long take(@Param(name = "now") int now, @Param(name = "cost") int cost) {
    return schedule.take(
        (long) now * Nanos.PER_MILLI, (long) cost * Nanos.PER_MILLI, 20L * Nanos.PER_MILLI);
  }

  @Test
  void everyInterleaving_isLinearizable() {
    new ModelCheckingOptions()
        .iterations(8)
        .invocationsPerIteration(500)
        .threads(2)
        .actorsPerThread(3)
        .sequentialSpecification(Specification.class)
        .check(ScheduleInterleavingsTest.class);
  }

  /** The sequential specification. */
  public static final class Specification {

    private long free;

    public long take(int now, int cost) {
      long moment = Math.max(free, (long) now * Nanos.PER_MILLI - VirtualSchedule.BURST_NANOS);
      if (moment > 20L * Nanos.PER_MILLI) {
        return VirtualSchedule.TOO_LATE;
      }
      free = moment + (long) cost * Nanos.PER_MILLI;
      return moment;
    }
  }
}
