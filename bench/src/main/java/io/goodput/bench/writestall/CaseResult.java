package io.goodput.bench.writestall;

import io.goodput.bench.report.Spread;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** What came of a case: the runs of each design, round by round. */
record CaseResult(WriteCase what, Map<Design, List<Run>> runs) {

  /** Copies the map. */
  CaseResult {
    runs = new EnumMap<>(runs);
  }

  /** Those that were measured. */
  Set<Design> designs() {
    return runs.keySet();
  }

  List<Run> of(Design design) {
    return Objects.requireNonNull(runs.get(design));
  }

  /** Over the rounds. */
  Spread spread(Design design, ToDoubleFunction<Run> figure) {
    return Spread.of(of(design).stream().map(figure::applyAsDouble).toList());
  }

  /** Of all rounds together. */
  long sum(Design design, ToLongFunction<Run> figure) {
    return of(design).stream().mapToLong(figure).sum();
  }

  /** The highest of all rounds. */
  double most(Design design, ToDoubleFunction<Run> figure) {
    return of(design).stream().mapToDouble(figure).max().orElseThrow();
  }

  /** Of a design to another, round by round. */
  Spread ratio(Design design, Design baseline, ToDoubleFunction<Run> figure) {
    List<Run> base = of(baseline);
    return Spread.of(
        IntStream.range(0, base.size())
            .mapToObj(
                round ->
                    figure.applyAsDouble(of(design).get(round))
                        / figure.applyAsDouble(base.get(round)))
            .toList());
  }
}
