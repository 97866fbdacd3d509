package io.goodput.bench.report;

import java.util.List;

/** Findings of a benchmark that does not declare its figures yet. */
public interface OldFindings {

  /** The figures that matter. */
  Table table();

  /** What there is to say beside the table, a sentence each. */
  List<String> remarks();

  /** All figures, for programs. */
  String json();

  /** A page with graphs. */
  Report report(List<Report.Fact> more);

  /** The same findings in their new shape. */
  default Findings findings() {
    Report report = report(List.of());
    return new Findings(
        report.title(),
        report.lead(),
        table(),
        remarks(),
        report.charts(),
        report.setting().stream()
            .map(fact -> new Findings.Fact(fact.name(), fact.value()))
            .toList(),
        Json.object(json()));
  }
}
