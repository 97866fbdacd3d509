package io.goodput.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Databases with options that the pacer does not choose, each in a process of its own. */
class SetupsTest {

  private static final int SECONDS = 6;
  private static final int FEW_SECONDS = 3;
  private static final int ROUNDS = 3;

  /** A share of what a database without a pacer writes. */
  private static final double LEAST = 0.95;

  /** A quarter of what the disk takes after the first second. */
  private static final long QUARTER = (FEW_SECONDS - 1) * SetupProgram.DISK / 4;

  @TempDir private Path folder;

  private int runs;

  /** Only writes can start a flush there: RocksDB waits for more memtables. */
  static Stream<Setup> setupsThatFlushTogether() {
    Setup shared = Setup.PLAIN.with(8, Setup.Manager.STALLS);
    return Stream.of(shared.merging(2), shared.merging(3), Setup.PLAIN.merging(4));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  @DisplayName("A paced database whose flushes take several memtables keeps writing")
  void setupsThatFlushTogether(Setup setup) throws Exception {
    assertThat(run(setup, "paced", FEW_SECONDS)).isGreaterThan(QUARTER);
  }

  /** Each pair of values of any two options is in one of them. */
  static Stream<Setup> pairs() {
    Random random = new Random(20261127);
    Set<String> missing = new HashSet<>();
    for (int one = 0; one < Setup.COUNTS.length; one++) {
      for (int other = one + 1; other < Setup.COUNTS.length; other++) {
        for (int i = 0; i < Setup.COUNTS[one]; i++) {
          for (int j = 0; j < Setup.COUNTS[other]; j++) {
            missing.add(pair(one, i, other, j));
          }
        }
      }
    }
    List<Setup> setups = new ArrayList<>();
    while (!missing.isEmpty()) {
      int[] best = new int[0];
      Set<String> covered = Set.of();
      for (int attempt = 0; attempt < 200; attempt++) {
        int[] indexes = new int[Setup.COUNTS.length];
        for (int option = 0; option < indexes.length; option++) {
          indexes[option] = random.nextInt(Setup.COUNTS[option]);
        }
        Set<String> pairs = pairsOf(indexes);
        pairs.retainAll(missing);
        if (Setup.of(indexes).isAllowed() && pairs.size() > covered.size()) {
          best = indexes;
          covered = pairs;
        }
      }
      if (covered.isEmpty()) {
        // What is left are pairs that RocksDB does not allow.
        break;
      }
      missing.removeAll(covered);
      setups.add(Setup.of(best));
    }
    return setups.stream();
  }

  private static Set<String> pairsOf(int[] indexes) {
    Set<String> pairs = new HashSet<>();
    for (int one = 0; one < indexes.length; one++) {
      for (int other = one + 1; other < indexes.length; other++) {
        pairs.add(pair(one, indexes[one], other, indexes[other]));
      }
    }
    return pairs;
  }

  private static String pair(int one, int i, int other, int j) {
    return one + "=" + i + "," + other + "=" + j;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("pairs")
  @Tag("slow")
  @DisplayName("A paced database writes as much as one without a pacer, with any options")
  void paced_writesAsMuchAsStock(Setup setup) throws Exception {
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      boolean pacedFirst = round % 2 == 1;
      long first = run(setup, pacedFirst ? "paced" : "stock", SECONDS);
      long second = run(setup, pacedFirst ? "stock" : "paced", SECONDS);
      ratios.add(pacedFirst ? (double) first / second : (double) second / first);
    }
    ratios.sort(null);
    System.out.println(setup + " " + ratios);
    assertThat(ratios.get(ROUNDS / 2)).isGreaterThanOrEqualTo(LEAST);
  }

  /** Bytes written after the first second. */
  private long run(Setup setup, String design, int seconds) throws Exception {
    runs++;
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                SetupProgram.class.getName(),
                setup.toString(),
                design,
                folder.resolve("db" + runs).toString(),
                String.valueOf(seconds))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      String line =
          CompletableFuture.supplyAsync(() -> firstLine(process)).get(60, TimeUnit.SECONDS);
      return Long.parseLong(line.substring(0, line.indexOf(' ')));
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private static String firstLine(Process process) {
    return process.inputReader().lines().findFirst().orElse("");
  }
}
