package io.goodput.lab.bench.report;

import io.goodput.lab.bench.report.Chart.Line;
import io.goodput.lab.bench.report.Chart.Mark;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Reports to look at. */
final class Reports {

  private Reports() {}

  static Findings withTwoCharts() {
    Line line = new Line("a line with \"quotes\" & <angles>", Arrays.asList(1.0, null, 300.0));
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
                    "0 (0 to 0)")),
            List.of()),
        List.of("A remark."),
        List.of(
            Chart.bySecond(
                "A title",
                "reads a second",
                List.of(line, new Line("another", List.of(2.0))),
                List.of(new Mark(1, "a mark"))),
            Chart.bySecond("Another title", "milliseconds", List.of(line), List.of())),
        List.of(
            new Findings.Fact("Command", "./goodput bench something --with a-rather-long-option")),
        Map.of());
  }
}
