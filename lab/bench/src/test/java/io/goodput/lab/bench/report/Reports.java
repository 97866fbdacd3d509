package io.goodput.lab.bench.report;

import java.util.List;
import java.util.Map;

/** Reports to look at. */
final class Reports {

  private Reports() {}

  static Findings withTwoCharts() {
    Chart.Line line =
        new Chart.Line(
            "a line with \"quotes\" & <angles>",
            List.of(
                new Chart.Point(0, 1), new Chart.Point(1, Double.NaN), new Chart.Point(2, 300)));
    Chart linear =
        new Chart(
            "A title",
            "How to read it.",
            Chart.Axis.of("seconds"),
            Chart.Axis.of("reads a second"),
            List.of(line, new Chart.Line("another", List.of(new Chart.Point(1, 2)))),
            List.of(new Chart.Mark(1, "a mark")));
    Chart logarithmic =
        new Chart(
            "Another title",
            "How to read that.",
            Chart.Axis.of("seconds"),
            Chart.Axis.logarithmic("milliseconds"),
            List.of(line));
    return new Findings(
        "A report </script><script>",
        "What was measured.",
        new Table(
            List.of("phase", "uniform reads/s", "of alone", "p50 ms", "p99 ms", "attack offered/s"),
            List.of(
                List.of(
                    "aNameThatHasNoSpaceAndIsLongerThanAPhoneIsWide",
                    "1234 (1100 to 1300)",
                    "1.00 (1.00 to 1.00)",
                    "1.2 (1.1 to 1.3)",
                    "10.2 (9.1 to 11.3)",
                    "0 (0 to 0)"))),
        List.of("A remark."),
        List.of(linear, logarithmic),
        List.of(
            new Findings.Fact("Command", "./goodput bench something --with a-rather-long-option")),
        Map.of());
  }
}
