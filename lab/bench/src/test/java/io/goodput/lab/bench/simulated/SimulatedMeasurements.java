package io.goodput.lab.bench.simulated;

import static java.util.Objects.requireNonNull;

import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Findings.Fact;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Writes the simulated documents of the docs, if named as a test: no build runs it by itself. */
class SimulatedMeasurements {

  static final Path FOLDER = Path.of("..", "..", "docs", "measurements");

  /** By the names of their files. */
  static final Map<String, Supplier<Findings>> ALL =
      new TreeMap<>(
          Map.of(
              "simulate-cold-cache.json", SimulatedRollingRestart::run,
              "simulate-cold-cache-one-restart.json", SimulatedRestart::run,
              "simulate-fair-shares.json", SimulatedFairShares::run,
              "simulate-late-requests.json", SimulatedLateRequests::run,
              "simulate-write-stall.json", SimulatedWriteStall::run));

  private static final Fact COMMAND =
      new Fact(
          "Command",
          "./mvnw -pl lab/bench -am test -Dtest=SimulatedMeasurements"
              + " -Dsurefire.failIfNoSpecifiedTests=false");

  /** A simulation takes seconds, so the tests share one run. */
  private static final Map<String, Findings> RUNS = new ConcurrentHashMap<>();

  @Test
  void write() throws IOException {
    for (String name : ALL.keySet()) {
      Files.writeString(FOLDER.resolve(name), of(name).json() + "\n");
    }
  }

  static Findings of(String name) {
    return RUNS.computeIfAbsent(
        name, it -> requireNonNull(ALL.get(it)).get().with(List.of(COMMAND)));
  }
}
