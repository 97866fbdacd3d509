package io.goodput.core.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.goodput.core.time.Nanos;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;

class FillLineProperties {

  private static final long FROM = 1 << 30;
  private static final long BEGUN = 1_000 * Nanos.PER_SECOND;

  @Property
  void at_anyTime_doesNotFall_andLeavesMemoryFree(
      @ForAll @LongRange(min = 1 << 10, max = 1L << 40) long free,
      @ForAll @LongRange(min = 1, max = 3_600 * Nanos.PER_SECOND) long nanos,
      @ForAll @DoubleRange(min = 0, max = 20) double times,
      @ForAll @DoubleRange(min = 0, max = 1) double more) {
    FillLine line = new FillLine(FROM, free, BEGUN, nanos);
    long now = BEGUN + (long) (nanos * times);

    long bytes = line.at(now);

    assertThat(bytes).isBetween(FROM, FROM + free - 1);
    assertThat(line.at(now + (long) (nanos * more))).isGreaterThanOrEqualTo(bytes);
  }

  @Property
  void at_anyTime_risesNoFasterThanEvenly(
      @ForAll @LongRange(min = 1 << 20, max = 1L << 40) long free,
      @ForAll @DoubleRange(min = 0, max = 20) double times,
      @ForAll @DoubleRange(min = 0, max = 1) double more) {
    long nanos = Nanos.PER_SECOND;
    FillLine line = new FillLine(FROM, free, BEGUN, nanos);
    long now = BEGUN + (long) (nanos * times);
    long step = (long) (nanos * more);

    assertThat(line.at(now + step) - line.at(now))
        .isLessThanOrEqualTo((long) (FillLine.IN_TIME * free * step / nanos) + 1);
  }

  @Example
  void at_theExpectedEnd_leavesATenth() {
    assertThat(new FillLine(FROM, 1000, BEGUN, 1_000_000).at(BEGUN + 1_000_000))
        .isCloseTo(FROM + (long) (1000 * FillLine.IN_TIME), within(1L));
  }

  @Example
  void at_withoutFreeMemory_isConstant() {
    assertThat(new FillLine(FROM, 0, BEGUN, 1).at(BEGUN + 1_000_000)).isEqualTo(FROM);
  }
}
