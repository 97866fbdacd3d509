package io.goodput.core.coalesce;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

@SuppressWarnings("ConstantOverflow") // as a monotonic clock does
class LastRejectionsProperties {

  private static final long NOW = Long.MAX_VALUE - 500;
  private static final int PARTITION = 7;

  private final LastRejections rejections = new LastRejections(NOW);

  @Property
  void isWithin_holdsFromTheRejectionUntilTheTimeHasPassed(
      @ForAll @LongRange(min = 0, max = 1_000) long elapsed,
      @ForAll @LongRange(min = 0, max = 1_000) long within) {
    rejections.rejected(PARTITION, NOW);

    assertThat(rejections.isWithin(PARTITION, within, NOW + elapsed)).isEqualTo(elapsed <= within);
    assertThat(rejections.isWithin(PARTITION + 1, within, NOW + elapsed)).isFalse();
  }

  @Property
  void isWithin_withoutARejection_isFalse(
      @ForAll int partition, @ForAll @LongRange(min = 0, max = 3_599_999_999_999L) long within) {
    assertThat(new LastRejections(NOW).isWithin(partition, within, NOW)).isFalse();
  }
}
