package io.goodput.lab.bench.rejection;

import io.goodput.lab.bench.rejection.Counting.Count;
import io.goodput.lab.bench.report.Chart;
import io.goodput.lab.bench.report.Chart.Axis;
import io.goodput.lab.bench.report.Chart.Line;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Findings.Fact;
import io.goodput.lab.bench.report.Table;
import io.goodput.lab.bench.report.Text;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** What {@code rejection-cost} found: exceptions by stack depth, decisions by threads. */
record RejectionCostResult(
    JmhLengths lengths, List<Cost> rejections, List<Cost> decisions, List<Count> counts) {

  private static final List<Figure<Cost>> COST =
      List.of(
          Figure.<Cost>of("benchmark", Cost::benchmark).as("operation", Cost::operation),
          Figure.<Cost>of("depth", cost -> cost.depth() == 0 ? null : cost.depth())
              .as("calls to catch"),
          Figure.<Cost>of("threads", Cost::threads).as("threads"),
          Figure.<Cost>number("ns", 2, Cost::nanos).as("ns", Cost::time),
          Figure.<Cost>number("error_ns", 2, Cost::error).as("+- ns"),
          Figure.<Cost>number("bytes", 2, Cost::bytes).as("bytes"));

  private static final List<Figure<Count>> COUNT =
      List.of(
          Figure.of("what", Count::what),
          Figure.of("threads", Count::threads),
          Figure.number("is", 1, Count::is),
          Figure.number("exact", 1, Count::exact));

  private static final List<Figure<RejectionCostResult>> DOCUMENT =
      List.of(
          Figure.of("rejections", it -> Figure.json(COST, it.rejections)),
          Figure.of("decisions", it -> Figure.json(COST, it.decisions)),
          Figure.of("accuracy", it -> Figure.json(COUNT, it.counts)));

  Findings findings() {
    return new Findings(
        "Cost of a rejection",
        headline(),
        Table.of(COST, Stream.concat(rejections.stream(), decisions.stream()).toList()),
        counts.stream().map(RejectionCostResult::remark).toList(),
        charts(),
        List.of(
            new Fact(
                "Length",
                "%d iterations of one second after %d to warm up, one fork each"
                    .formatted(lengths.iterations(), lengths.warmUpIterations()))),
        Figure.json(DOCUMENT, this));
  }

  private String headline() {
    Cost thrown = deepest(Cost.PREALLOCATED);
    return ("A decision takes %s ns; the exception of a rejection takes %s ns through %d calls, and"
            + " %s ns with a stack trace.")
        .formatted(
            of(decisions, Cost.OVER_LIMIT).get(0).time(),
            thrown.time(),
            thrown.depth(),
            deepest(Cost.WITH_STACK_TRACE).time());
  }

  private Cost deepest(String benchmark) {
    return of(rejections, benchmark).stream()
        .max(Comparator.comparingInt(Cost::depth))
        .orElseThrow();
  }

  private static List<Cost> of(List<Cost> costs, String benchmark) {
    return costs.stream().filter(cost -> cost.benchmark().equals(benchmark)).toList();
  }

  private static String remark(Count count) {
    return Text.of(
        "Accuracy with %d %s: %s: %.0f of %.0f (%+.2f%%).",
        count.threads(),
        count.threads() == 1 ? "thread" : "threads",
        count.what(),
        count.is(),
        count.exact(),
        100 * (count.is() - count.exact()) / count.exact());
  }

  private List<Chart> charts() {
    return List.of(
        chart("Throw and catch", "calls between throw and catch", rejections, Cost::depth),
        chart("Decide", "threads", decisions, Cost::threads));
  }

  private static Chart chart(
      String title, String unit, List<Cost> costs, ToDoubleFunction<Cost> x) {
    List<Line> lines =
        costs.stream()
            .map(Cost::benchmark)
            .distinct()
            .map(benchmark -> of(costs, benchmark))
            .map(line -> Line.of(line.get(0).operation(), line, x, Cost::nanos))
            .toList();
    Axis nanos = Axis.logarithmic("nanoseconds");
    return new Chart(title, "Lower is better.", Axis.of(unit), nanos, lines);
  }
}
