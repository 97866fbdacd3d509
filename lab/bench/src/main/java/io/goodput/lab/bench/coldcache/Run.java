package io.goodput.lab.bench.coldcache;

import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Summary;
import io.goodput.lab.bench.report.Chart.Mark;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Rounds;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** A run of one arm under load. */
interface Run {

  /** The latency of the clients' reads. */
  Recording latency();

  /** The counts of each node. */
  List<NodeHistory> nodes();

  /** When nodes stopped and started. */
  List<Mark> marks();

  private static List<Figure<Summary>> second() {
    return List.of(
        Figure.of("good", second -> second.count(Outcome.GOOD)),
        Figure.number("mean_ms", 2, Summary::meanMillis),
        Figure.number("p99_ms", 2, Summary::p99Millis));
  }

  /** Each second of the reads. */
  static <R extends Run> Figure<R> seconds() {
    return Figure.of("seconds", run -> Figure.json(second(), run.latency().seconds()));
  }

  /** Each second of each node. */
  static <R extends Run> Figure<R> nodesBySecond() {
    return Figure.of("nodes", run -> run.nodes().stream().map(NodeHistory::seconds).toList());
  }

  /** A figure with three decimals, two in the table. */
  static <R extends Run> Figure<Rounds<R>> ratio(
      String key, String title, ToDoubleFunction<? super R> figure) {
    return Figure.<Rounds<R>>median(key, 3, rounds -> rounds.spread(figure)).as(title, 2);
  }

  /** A figure without decimals. */
  static <R extends Run> Figure<Rounds<R>> whole(
      String key, String title, ToDoubleFunction<? super R> figure) {
    return Figure.<Rounds<R>>median(key, 0, rounds -> rounds.spread(figure)).as(title);
  }

  /** The latency of a part of the run, as an object of the document. */
  static <R extends Run> Figure<Rounds<R>> latency(String key, Function<? super R, Summary> part) {
    return Figure.group(
        key,
        rounds -> rounds,
        List.of(
            Figure.<Rounds<R>>median(
                "mean_ms", 2, it -> it.spread(run -> part.apply(run).meanMillis())),
            Figure.<Rounds<R>>median(
                "p99_ms", 2, it -> it.spread(run -> part.apply(run).p99Millis()))));
  }

  /** A latency in milliseconds, as a line of the table. */
  static <R extends Run> Figure<Rounds<R>> millis(
      String title, ToDoubleFunction<? super R> latency) {
    return Figure.spreadColumn(title, 0, rounds -> rounds.spread(latency));
  }
}
