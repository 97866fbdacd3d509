package io.goodput.lab.bench.report;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A chart of lines over the same points of the x axis.
 *
 * @param x title of the x axis
 * @param y title of the y axis, with its unit
 * @param marks named vertical lines
 */
public record Chart(
    String title, String x, String y, List<Double> xs, List<Line> lines, List<Mark> marks) {

  /** A named line. A value that is null is a gap. */
  public record Line(String name, List<@Nullable Double> values) {

    /** A value for each row. */
    public static <T> Line of(
        String name, List<? extends T> rows, ToDoubleFunction<? super T> value) {
      return new Line(
          name,
          rows.stream()
              .<@Nullable Double>map(row -> Json.rounded(value.applyAsDouble(row), 3))
              .toList());
    }
  }

  /** A named vertical line. */
  public record Mark(double x, String name) {}

  /** A chart with a value for each second, from 0. */
  public static Chart bySecond(String title, String y, List<Line> lines, List<Mark> marks) {
    int seconds = lines.stream().mapToInt(line -> line.values().size()).max().orElse(0);
    List<Double> xs = IntStream.range(0, seconds).mapToObj(second -> (double) second).toList();
    return new Chart(title, "seconds", y, xs, lines, marks);
  }
}
