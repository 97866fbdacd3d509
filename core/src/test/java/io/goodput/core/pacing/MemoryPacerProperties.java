package io.goodput.core.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.time.Nanos;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** A memory that consists of equal parts; full parts are flushed one after the other. */
class MemoryPacerProperties {

  private static final long LIMIT = 32 << 20;
  private static final long WRITE = 2048;
  private static final long STEP_NANOS = 10 * Nanos.PER_MILLI;
  private static final int STEPS_PER_SECOND = 100;

  /** Writes per second that flushes sustain if half of the memory takes 5 s. */
  private static final int SUSTAINED = (int) (LIMIT / 2 / WRITE / 5);

  @Property(tries = 200)
  void memory_neverFillsUp_howeverLongFlushesTake(
      @ForAll @Size(min = 2, max = 8) List<@IntRange(min = 10, max = 3000) Integer> flushSteps,
      @ForAll @IntRange(min = 2, max = 6) int parts,
      @ForAll @IntRange(min = 1, max = 400) int writesPerStep) {
    Memory memory = new Memory(parts, flushSteps);

    memory.run(3000, writesPerStep);

    assertThat(memory.highest).isLessThan(LIMIT);
  }

  /** Half of the memory takes 5 s, give or take 10%; twice as many writes as that sustains. */
  @Property(tries = 100)
  void writes_withTwoParts_continueInEverySecond(
      @ForAll @Size(12) List<@DoubleRange(min = 0.9, max = 1.1) Double> flushes) {
    Memory memory = new Memory(2, steps(500, flushes));

    memory.run(1500, 33);
    List<Integer> seconds = seconds(memory, 33);

    assertThat(seconds).allSatisfy(writes -> assertThat(writes).isGreaterThan(SUSTAINED / 8));
    assertThat(mean(seconds)).isGreaterThan(0.8 * SUSTAINED);
  }

  @Property(tries = 100)
  void writes_withFourParts_areAsManyAsFlushesSustain(
      @ForAll @Size(12) List<@DoubleRange(min = 0.9, max = 1.1) Double> flushes) {
    Memory memory = new Memory(4, steps(250, flushes));

    memory.run(1500, 33);
    List<Integer> seconds = seconds(memory, 33);

    double part = flushes.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    assertThat(seconds).allSatisfy(writes -> assertThat(writes).isGreaterThan(SUSTAINED / 3));
    assertThat(mean(seconds)).isGreaterThan(0.95 * SUSTAINED / part);
  }

  @Property(tries = 100)
  void writes_thatFlushesSustain_areNearlyAllAdmitted(
      @ForAll @DoubleRange(min = 0.1, max = 0.8) double load) {
    Memory memory = new Memory(2, List.of(500));
    int perStep = (int) (load * LIMIT / 2 / WRITE / 500);

    memory.run(1500, perStep);
    int made = memory.run(3000, perStep);

    assertThat(made).isGreaterThan((int) (0.99 * 3000 * perStep));
  }

  @Example
  void untilFlushed_whileNothingWaits_isZero() {
    assertThat(new MemoryPacer(LIMIT).untilFlushed(0)).isZero();
  }

  @Example
  void untilFlushed_duringAFlush_isWhatIsLeftOfItsExpectedTime() {
    MemoryPacer pacer = new MemoryPacer(LIMIT);
    pacer.observe(LIMIT / 2, LIMIT / 2, 0);

    assertThat(pacer.untilFlushed(4 * Nanos.PER_SECOND)).isEqualTo(6 * Nanos.PER_SECOND);
    assertThat(pacer.untilFlushed(11 * Nanos.PER_SECOND)).isZero();
  }

  @Example
  void admits_whileNothingWaits_isTrue() {
    MemoryPacer pacer = new MemoryPacer(LIMIT);
    pacer.observe(LIMIT, 0, 1);

    assertThat(pacer.admits(LIMIT, 2)).isTrue();
  }

  @Example
  void admits_afterASlowFlushHasEnded_isTrue() {
    MemoryPacer pacer = new MemoryPacer(LIMIT);
    pacer.observe(LIMIT / 2, LIMIT / 2, 1);
    assertThat(pacer.admits(LIMIT - 1, 2)).isFalse();
    pacer.observe(LIMIT / 2, 0, Nanos.PER_SECOND);

    assertThat(pacer.admits(LIMIT - 1, 1_000_000_001)).isTrue();
  }

  @Example
  void isPacing_fromTheBeginOfAFlushToItsEnd_isTrue() {
    MemoryPacer pacer = new MemoryPacer(LIMIT);
    assertThat(pacer.isPacing()).isFalse();
    pacer.observe(LIMIT / 2, LIMIT / 2, 1);
    assertThat(pacer.isPacing()).isTrue();
    pacer.observe(LIMIT / 2, 0, Nanos.PER_SECOND);

    assertThat(pacer.isPacing()).isFalse();
  }

  /** A small table is flushed. */
  @Example
  void admits_duringASmallFlush_isTrue() {
    MemoryPacer pacer = new MemoryPacer(LIMIT);
    pacer.observe(LIMIT / 2, LIMIT / 64, 1);

    assertThat(pacer.admits(LIMIT - 1, 2)).isTrue();
  }

  private static List<Integer> steps(int steps, List<Double> parts) {
    return parts.stream().map(part -> (int) (part * steps)).toList();
  }

  private static List<Integer> seconds(Memory memory, int writesPerStep) {
    return IntStream.range(0, 30)
        .mapToObj(second -> memory.run(STEPS_PER_SECOND, writesPerStep))
        .toList();
  }

  private static double mean(List<Integer> seconds) {
    return seconds.stream().mapToInt(Integer::intValue).average().orElseThrow();
  }

  private static final class Memory {

    private final MemoryPacer pacer = new MemoryPacer(LIMIT);
    private final int parts;
    private final List<Integer> flushSteps;
    private final Deque<Long> sealed = new ArrayDeque<>();
    private long active;
    private long waiting;
    private long highest;
    private int flushes;
    private int stepsLeft;
    private long now = 1;

    Memory(int parts, List<Integer> flushSteps) {
      this.parts = parts;
      this.flushSteps = flushSteps;
    }

    /** Runs the memory, and returns how many writes were admitted. */
    int run(int steps, int writesPerStep) {
      int made = 0;
      for (int step = 0; step < steps; step++) {
        now += STEP_NANOS;
        flush();
        pacer.observe(active + waiting, waiting, now);
        for (int write = 0; write < writesPerStep; write++) {
          if (pacer.admits(active + waiting, now)) {
            active += WRITE;
            made++;
          }
        }
        highest = Math.max(highest, active + waiting);
      }
      return made;
    }

    private void flush() {
      if (!sealed.isEmpty() && --stepsLeft == 0) {
        waiting -= sealed.remove();
        begin();
      }
      if (active > LIMIT / parts) {
        sealed.add(active);
        waiting += active;
        active = 0;
        if (sealed.size() == 1) {
          begin();
        }
      }
    }

    private void begin() {
      stepsLeft = flushSteps.get(flushes++ % flushSteps.size());
    }
  }
}
