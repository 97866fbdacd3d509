package io.goodput.core.coalesce;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.time.Nanos;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.lifecycle.BeforeTry;

class RepeatedReadsProperties {

  private static final long RECENT = 99 * Nanos.PER_MILLI;

  private RepeatedReads reads = new RepeatedReads();

  @BeforeTry
  void empty() {
    reads = new RepeatedReads();
  }

  @Property
  void isRepeated_firstOfItsHash_isNot(@ForAll int hash, @ForAll long now) {
    assertThat(reads.isRepeated(hash, now)).isFalse();
  }

  @Property
  void isRepeated_soonAfterTheSame_is(
      @ForAll int hash, @ForAll long first, @ForAll @LongRange(max = RECENT) long later) {
    reads.isRepeated(hash, first);

    assertThat(reads.isRepeated(hash, first + later)).isTrue();
  }

  @Property
  void isRepeated_recordedAfterALaterOne_is(
      @ForAll int hash, @ForAll long first, @ForAll @LongRange(max = RECENT) long later) {
    reads.isRepeated(hash, first + later);

    assertThat(reads.isRepeated(hash, first)).isTrue();
  }

  @Property
  void isRepeated_longAfterTheSame_isNot(
      @ForAll int hash,
      @ForAll long first,
      @ForAll @LongRange(min = 110 * Nanos.PER_MILLI, max = Nanos.PER_SECOND * 3_600) long later) {
    reads.isRepeated(hash, first);

    assertThat(reads.isRepeated(hash, first + later)).isFalse();
  }

  @Property
  void isRepeated_soonAfterAnotherOne_isNot(@ForAll int hash, @ForAll int other, @ForAll long now) {
    Assume.that((hash | 1) != (other | 1));
    reads.isRepeated(other, now);

    assertThat(reads.isRepeated(hash, now)).isFalse();
  }
}
