package io.goodput.bench.rejection;

import static io.goodput.bench.report.Json.rounded;

import io.goodput.bench.report.Chart;
import io.goodput.bench.report.Json;
import io.goodput.bench.report.OldFindings;
import io.goodput.bench.report.Report;
import io.goodput.bench.report.Report.Fact;
import io.goodput.bench.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What {@code rejection-cost} found.
 *
 * @param rejections exceptions thrown and caught, by stack depth
 * @param decisions of the limiter, by number of threads
 */
record RejectionCostResult(
    Lengths lengths, List<Cost> rejections, List<Cost> decisions, List<Count> counts)
    implements OldFindings {

  @Override
  public Table table() {
    return new Table(
        List.of("operation", "depth", "threads", "ns", "+-", "bytes"),
        Stream.concat(rejections.stream(), decisions.stream())
            .map(
                cost ->
                    List.of(
                        operation(cost),
                        cost.depth() == 0 ? "" : Integer.toString(cost.depth()),
                        Integer.toString(cost.threads()),
                        text(cost.nanos()),
                        text(cost.error()),
                        text(cost.bytes())))
            .toList());
  }

  @Override
  public List<String> remarks() {
    return counts.stream()
        .map(
            count ->
                String.format(
                    Locale.ROOT,
                    "%s, %d thread(s): %.0f of %.0f (%+.2f %%)",
                    count.what(),
                    count.threads(),
                    count.is(),
                    count.exact(),
                    100 * count.error()))
        .toList();
  }

  @Override
  public String json() {
    return Json.of(
        new Document(
            rejections.stream().map(CostJson::of).toList(),
            decisions.stream().map(CostJson::of).toList(),
            counts.stream().map(CountJson::of).toList()));
  }

  @Override
  public Report report(List<Fact> more) {
    List<Fact> setting = new ArrayList<>(more);
    setting.add(
        new Fact(
            "Length",
            "%d iterations of a second after %d to warm up; one fork each"
                .formatted(lengths.iterations(), lengths.warmUpIterations())));
    counts.forEach(
        count ->
            setting.add(
                new Fact(
                    "Accuracy",
                    String.format(
                        Locale.ROOT,
                        "%s, %d thread(s): %.0f of %.0f",
                        count.what(),
                        count.threads(),
                        count.is(),
                        count.exact()))));
    Chart.Axis nanos = new Chart.Axis("nanoseconds", true);
    return new Report(
        "Cost of a rejection",
        "What it costs to throw the error that refuses a request, deep in the stack, and what the"
            + " limiter's decision before it costs.",
        setting,
        table(),
        List.of(
            new Chart(
                "Throwing and catching",
                "Lower is better; equal distances on the axis are equal factors. What"
                    + " fills a stack trace grows with the depth of the stack.",
                Chart.Axis.of("calls between throw and catch"),
                nanos,
                lines(rejections, Cost::depth)),
            new Chart(
                "Deciding",
                "Lower is better. Threads that ask for the same partition wait for its memory;"
                    + " more threads than cores wait for a core.",
                Chart.Axis.of("threads"),
                nanos,
                lines(decisions, Cost::threads))));
  }

  private static List<Chart.Line> lines(List<Cost> costs, ToDoubleFunction<Cost> x) {
    return costs.stream()
        .map(Cost::benchmark)
        .distinct()
        .map(
            name ->
                new Chart.Line(
                    method(name),
                    costs.stream()
                        .filter(cost -> cost.benchmark().equals(name))
                        .map(cost -> new Chart.Point(x.applyAsDouble(cost), cost.nanos()))
                        .toList()))
        .toList();
  }

  private static String operation(Cost cost) {
    return (cost.depth() == 0 ? "decide: " : "throw: ") + method(cost.benchmark());
  }

  private static String method(String benchmark) {
    return benchmark.substring(benchmark.indexOf('.') + 1);
  }

  private static String text(double figure) {
    return Double.isFinite(figure) ? String.format(Locale.ROOT, "%.1f", figure) : "-";
  }

  private record Document(
      List<CostJson> rejections, List<CostJson> decisions, List<CountJson> accuracy) {}

  private record CostJson(
      String benchmark,
      @Nullable Integer depth,
      int threads,
      @Nullable Double ns,
      @Nullable Double errorNs,
      @Nullable Double bytes) {

    static CostJson of(Cost cost) {
      return new CostJson(
          cost.benchmark(),
          cost.depth() == 0 ? null : cost.depth(),
          cost.threads(),
          rounded(cost.nanos(), 2),
          rounded(cost.error(), 2),
          rounded(cost.bytes(), 2));
    }
  }

  private record CountJson(String what, int threads, @Nullable Double is, @Nullable Double exact) {

    static CountJson of(Count count) {
      return new CountJson(
          count.what(), count.threads(), rounded(count.is(), 1), rounded(count.exact(), 1));
    }
  }
}
