package io.goodput.core.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.goodput.core.time.ManualTime;
import io.goodput.core.time.Nanos;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Two databases share memory that is nearly full; one of them also waits for its own flush. */
class SharedMemoryProperties {

  private static final long LIMIT = 800_000_000;

  @Property(tries = 200)
  void writesThatAreTooLate_delayNoLaterWrite(
      @ForAll @Size(max = 20) List<@IntRange(min = 1, max = 10_000_000) Integer> tooLate)
      throws InterruptedException {
    assertThat(waitAfter(tooLate)).isCloseTo(waitAfter(List.of()), within(Nanos.PER_MICRO));
  }

  /** How long a write waits when the shared memory has room again. */
  private static long waitAfter(List<Integer> tooLate) throws InterruptedException {
    ManualTime time = new ManualTime(Instant.EPOCH);
    SharedMemory memory = new SharedMemory(LIMIT, time);
    WritePacer other = new WritePacer(PaceSettings.DEFAULT, memory, time, () -> {});
    WritePacer pacer = new WritePacer(PaceSettings.DEFAULT, memory, time, () -> {});
    pacer.reserve(10_000_000);
    time.advanceNanos(Nanos.PER_SECOND);
    pacer.sealed("default", 1);
    other.reserve(LIMIT - 20_000_000);
    other.sealed("default", 1);
    time.advanceNanos(Nanos.PER_SECOND);
    other.reserve(5_000_000);
    for (int bytes : tooLate) {
      assertThat(pacer.tryPace(bytes, 0)).isFalse();
    }
    other.flushed("default", 1);
    other.memory(0);
    pacer.reserve(10_000_000);
    return pacer.reserve(1);
  }
}
