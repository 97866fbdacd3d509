package io.goodput.core.line;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.goodput.core.line.Lines.Entry;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/** A counter without any lock of its own loses no step while each step has its turn in a line. */
class LineInterleavingsTest {

  private static final long NOW = 0;
  private static final long LONG_AFTER = Long.MAX_VALUE / 2;

  @Test
  void steps_inLine_areNeverLost() {
    modelChecking().check(InLine.class);
  }

  @Test
  void steps_inManyRealInterleavings_areNeverLost() {
    new StressOptions()
        .iterations(4)
        .invocationsPerIteration(500)
        .threads(3)
        .actorsPerThread(3)
        .sequentialSpecification(Specification.class)
        .check(InLine.class);
  }

  @Test
  void steps_withoutALine_areLost() {
    assertThatThrownBy(() -> modelChecking().check(WithoutALine.class))
        .isInstanceOf(LincheckAssertionError.class);
  }

  private static ModelCheckingOptions modelChecking() {
    return new ModelCheckingOptions()
        .iterations(3)
        .invocationsPerIteration(300)
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(0)
        .sequentialSpecification(Specification.class);
  }

  /** With a line. */
  public static final class InLine {

    private final Lines<String> lines = new Lines<>(() -> NOW, () -> 8, () -> 8);
    private int value;

    @Operation
    public int step() {
      Place place = Place.ofThread(LONG_AFTER);
      if (lines.enter("key", NOW, place) == Entry.WAITS) {
        lines.await(place);
      }
      value = value + 1;
      int now = value;
      lines.leave("key", place);
      return now;
    }
  }

  /** Without one: it shows that the test notices what it breaks. */
  public static final class WithoutALine {

    private int value;

    @Operation
    public int step() {
      value = value + 1;
      return value;
    }
  }

  /** The same, one after the other. */
  public static final class Specification {

    private int value;

    public int step() {
      return ++value;
    }
  }
}
