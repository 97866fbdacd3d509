package io.goodput.core.coalesce;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.goodput.core.time.TimeSource;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Reads and writes of a register, as by clients: linearizable with coalesced reads, and not with
 * the usual single flight, which joins the read under way.
 */
class CoalescedReadInterleavingsTest {

  @Test
  void everyInterleaving_ofAModelCheckedScenario_isLinearizable() {
    modelChecking().check(Coalesced.class);
  }

  @Test
  void manyRealInterleavings_ofRandomScenarios_areLinearizable() {
    new StressOptions()
        .iterations(4)
        .invocationsPerIteration(500)
        .threads(3)
        .actorsPerThread(3)
        .sequentialSpecification(Specification.class)
        .check(Coalesced.class);
  }

  @Test
  @Tag("slow")
  void singleFlight_isNotLinearizable() {
    assertThatThrownBy(() -> modelChecking().check(SingleFlight.class))
        .isInstanceOf(LincheckAssertionError.class);
  }

  private static ModelCheckingOptions modelChecking() {
    return new ModelCheckingOptions()
        .iterations(4)
        .invocationsPerIteration(300)
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(0)
        .sequentialSpecification(Specification.class);
  }

  /** A register whose reads a coalescer answers. */
  @Param(name = "value", gen = IntGen.class, conf = "1:9")
  public abstract static class Register {

    /** The register itself. */
    volatile int value;

    @Operation
    public abstract int read();

    @Operation
    public void write(@Param(name = "value") int next) {
      value = next;
    }
  }

  /** With the coalescer's rule. */
  public static final class Coalesced extends Register {

    private final Coalescer<String, Integer> reads =
        new Coalescer<>(new Standstill(), new ManualTimer(), () -> Integer.MAX_VALUE);

    @Override
    @Operation
    public int read() {
      Reading<Integer> reading =
          reads.read(
              "key",
              Standstill.LONG_AFTER,
              new GroupRead<>() {
                private int read;

                @Override
                public boolean attempt() {
                  read = value;
                  return true;
                }

                @Override
                public Integer answer() {
                  return read;
                }

                @Override
                public long pauseNanos() {
                  return NEVER;
                }
              });
      return reading.answer().orElseThrow();
    }
  }

  /** With the usual rule, which is wrong: it shows that the test notices what it breaks. */
  public static final class SingleFlight extends Register {

    private final ConcurrentMap<String, FutureTask<Integer>> underWay = new ConcurrentHashMap<>();

    @Override
    @Operation
    public int read() {
      FutureTask<Integer> own = new FutureTask<>(() -> value);
      FutureTask<Integer> joined = underWay.putIfAbsent("key", own);
      if (joined == null) {
        own.run();
        boolean unused = underWay.remove("key", own);
      }
      try {
        return (joined == null ? own : joined).get();
      } catch (InterruptedException | ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** The operations above on a plain number. */
  public static final class Specification {

    private int value;

    public int read() {
      return value;
    }

    public void write(int next) {
      value = next;
    }
  }

  /** A clock that stands still, so that no deadline passes. */
  private static final class Standstill implements TimeSource {

    static final long LONG_AFTER = 3_600_000_000_000L;

    @Override
    public long monotonicNanos() {
      return 0;
    }

    @Override
    public long wallNanos() {
      return 0;
    }
  }
}
