package io.goodput.bench.report;

import java.util.List;

/** What a benchmark found. */
public interface Findings {

  /** The figures that matter. */
  Table table();

  /** What there is to say beside the table, a sentence each. */
  List<String> remarks();

  /** All figures, for programs. */
  String json();

  /**
   * A page with graphs.
   *
   * @param more conditions that the benchmark itself does not know of
   */
  Report report(List<Report.Fact> more);
}
