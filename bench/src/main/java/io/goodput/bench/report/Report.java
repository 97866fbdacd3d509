package io.goodput.bench.report;

import java.util.List;

/**
 * A page on one run of a benchmark.
 *
 * @param lead what was measured, in a sentence or two
 * @param setting the conditions
 * @param summary the figures that matter
 */
public record Report(
    String title, String lead, List<Fact> setting, Table summary, List<Chart> charts) {

  /** Copies the lists. */
  public Report {
    setting = List.copyOf(setting);
    charts = List.copyOf(charts);
  }

  /** A condition under which was measured. */
  public record Fact(String name, String value) {}
}
