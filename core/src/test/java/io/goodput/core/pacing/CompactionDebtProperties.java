package io.goodput.core.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.time.Nanos;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * Databases that get the same writes, at the rate of the slowest one, and one thread that compacts
 * them: next the database with the most files at level 0, all of these at once. A compaction also
 * rewrites level 1, which takes as long as a fixed number of files.
 */
class CompactionDebtProperties {

  private static final int CEILING = 64;
  private static final int TRIGGER = 8;
  private static final double LEVEL_ONE_FILES = 24;
  private static final double FILE = 1e6;
  private static final double STEP_SECONDS = 0.05;
  private static final int STEPS_PER_SECOND = 20;
  private static final int SECONDS = 400;

  /** Files per second and database that writers would produce without a pace. */
  private static final double FASTEST = 20;

  /** Files per second that compaction reads at its usual speed. */
  private static final double SPEED = 40;

  @Property(tries = 200)
  void files_neverExceedTheCeiling_howeverLongCompactionsTake(
      @ForAll @IntRange(min = 1, max = 8) int databases,
      @ForAll @Size(16) List<@DoubleRange(min = 0.2, max = 30) Double> slowness) {
    Machine machine = new Machine(databases, slowness);

    machine.run();

    assertThat(machine.mostFiles).isLessThanOrEqualTo(CEILING);
  }

  /** A compaction removes at least half of the files that there may be. */
  @Property(tries = 100)
  void writes_inSteadyState_continueInEverySecond(
      @ForAll @IntRange(min = 1, max = 6) int databases,
      @ForAll @Size(16) List<@DoubleRange(min = 0.8, max = 1.2) Double> slowness) {
    Machine machine = new Machine(databases, slowness);

    List<Double> steady = machine.run().subList(SECONDS / 2, SECONDS);

    double mean = steady.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    assertThat(steady).allSatisfy(second -> assertThat(second).isGreaterThan(0.25 * mean));
  }

  /** Two thirds of what the ceiling would allow if files appeared and disappeared one by one. */
  @Property(tries = 100)
  void writes_inSteadyState_useTheSpeedOfCompaction(
      @ForAll @IntRange(min = 1, max = 6) int databases,
      @ForAll @Size(16) List<@DoubleRange(min = 0.8, max = 1.2) Double> slowness) {
    Machine machine = new Machine(databases, slowness);

    List<Double> steady = machine.run().subList(SECONDS / 2, SECONDS);

    double mean = steady.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    double most = SPEED * CEILING / (CEILING + LEVEL_ONE_FILES) / databases;
    assertThat(mean).isGreaterThan(2 / 3.0 * Math.min(FASTEST, most));
  }

  private static final class Machine {

    private final List<Database> databases;
    private final List<Double> slowness;
    private int compactions;
    private int mostFiles;

    Machine(int count, List<Double> slowness) {
      databases = IntStream.range(0, count).mapToObj(number -> new Database()).toList();
      this.slowness = slowness;
    }

    /** Runs the machine, and returns the files written to each database, second by second. */
    List<Double> run() {
      List<Double> seconds = new ArrayList<>();
      Database compacted = databases.get(0);
      int taken = 0;
      double left = 0;
      double second = 0;
      for (int step = 1; step <= SECONDS * STEPS_PER_SECOND; step++) {
        long now = Nanos.ofSeconds(step * STEP_SECONDS);
        double rate = databases.stream().mapToDouble(db -> db.rate(now)).min().orElseThrow();
        double files = Math.min(FASTEST, rate / FILE) * STEP_SECONDS;
        second += files;
        databases.forEach(db -> db.write(files, now));
        left -= STEP_SECONDS;
        if (taken > 0 && left <= 0) {
          compacted.compact(taken, now);
          taken = 0;
        }
        if (taken == 0) {
          compacted = databases.stream().max(Comparator.comparingInt(db -> db.files)).orElseThrow();
          taken = compacted.files < TRIGGER ? 0 : compacted.files;
          left = (taken + LEVEL_ONE_FILES) / SPEED * slowness.get(compactions++ % slowness.size());
        }
        mostFiles = Math.max(mostFiles, compacted.files);
        if (step % STEPS_PER_SECOND == 0) {
          seconds.add(second);
          second = 0;
        }
      }
      return seconds;
    }
  }

  private static final class Database {

    private final CompactionDebt debt = new CompactionDebt(CEILING, 0, 0);
    private double written;
    private double inMemory;
    private int files;

    double rate(long now) {
      return debt.rate((long) written, now);
    }

    void write(double ofFiles, long now) {
      written += ofFiles * FILE;
      inMemory += ofFiles;
      while (inMemory >= 1) {
        inMemory--;
        files++;
        debt.changed(files, 0, (long) written, now);
      }
    }

    void compact(int fewer, long now) {
      files -= fewer;
      debt.changed(files, fewer, (long) written, now);
    }
  }
}
