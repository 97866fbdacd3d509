package io.goodput.lab.bench.report;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** A chart of lines and marks, with a sentence below it that says how to read it. */
public record Chart(
    String title, String howToRead, Axis x, Axis y, List<Line> lines, List<Mark> marks) {

  /** A chart without marks. */
  public Chart(String title, String howToRead, Axis x, Axis y, List<Line> lines) {
    this(title, howToRead, x, y, lines, List.of());
  }

  /** A chart of latency by percentile, up to five nines. */
  public static Chart byNines(String title, String unit, List<Line> lines) {
    return new Chart(
        title,
        "Lower is better. The x axis counts nines: 1 is the 90th percentile, 4 the 99.99th.",
        Axis.of("nines"),
        Axis.logarithmic(unit),
        lines);
  }

  /** An axis. The title contains the unit. */
  public record Axis(String title, boolean logarithmic) {

    public static Axis of(String title) {
      return new Axis(title, false);
    }

    public static Axis logarithmic(String title) {
      return new Axis(title, true);
    }
  }

  /** A named line. A point that is not finite is a gap. */
  public record Line(String name, List<Point> points) {

    /** A point for each row. */
    public static <T> Line of(
        String name,
        List<? extends T> rows,
        ToDoubleFunction<? super T> x,
        ToDoubleFunction<? super T> y) {
      return new Line(
          name,
          rows.stream().map(row -> new Point(x.applyAsDouble(row), y.applyAsDouble(row))).toList());
    }

    /** A point for each second, from 0. */
    public static <T> Line bySecond(
        String name, List<? extends T> seconds, ToDoubleFunction<? super T> y) {
      return new Line(
          name,
          IntStream.range(0, seconds.size())
              .mapToObj(second -> new Point(second, y.applyAsDouble(seconds.get(second))))
              .toList());
    }

    /** Latency at percentiles from 0 to 99.999, one point per quarter of a nine. */
    public static Line byNines(String name, DoubleUnaryOperator latencyAtPercentile) {
      List<Double> nines = IntStream.rangeClosed(0, 20).mapToObj(quarter -> quarter / 4.0).toList();
      return of(
          name,
          nines,
          Double::doubleValue,
          count -> latencyAtPercentile.applyAsDouble(100 * (1 - Math.pow(10, -count))));
    }
  }

  public record Point(double x, double y) {}

  /** A named vertical line. */
  public record Mark(double x, String name) {}
}
