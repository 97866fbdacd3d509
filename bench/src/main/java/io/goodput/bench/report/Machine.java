package io.goodput.bench.report;

import io.goodput.bench.report.Findings.Fact;
import java.util.List;

/** The machine that a report was made on. */
public final class Machine {

  private Machine() {}

  /** Cores that this process may use now, operating system, Java. */
  public static List<Fact> facts() {
    return List.of(
        new Fact(
            "Machine",
            "%d cores, %s, shared by nodes and client"
                .formatted(
                    Runtime.getRuntime().availableProcessors(), System.getProperty("os.name"))),
        new Fact("Java", System.getProperty("java.version")));
  }
}
