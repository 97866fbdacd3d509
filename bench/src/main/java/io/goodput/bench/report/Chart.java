package io.goodput.bench.report;

import java.util.List;

/**
 * A graph.
 *
 * @param title what it shows
 * @param howToRead a sentence or two
 * @param x name of the axis, with its unit
 * @param y name of the axis, with its unit
 * @param marks moments or places on the x axis that have a name
 */
public record Chart(
    String title, String howToRead, Axis x, Axis y, List<Line> lines, List<Mark> marks) {

  /** Copies the lists. */
  public Chart {
    lines = List.copyOf(lines);
    marks = List.copyOf(marks);
  }

  /** A graph without marks. */
  public Chart(String title, String howToRead, Axis x, Axis y, List<Line> lines) {
    this(title, howToRead, x, y, lines, List.of());
  }

  /**
   * An axis.
   *
   * @param title with the unit
   */
  public record Axis(String title, boolean logarithmic) {

    /** A linear axis. */
    public static Axis of(String title) {
      return new Axis(title, false);
    }
  }

  /** A line with a name. Points that are not finite are gaps. */
  public record Line(String name, List<Point> points) {

    /** Copies the list. */
    public Line {
      points = List.copyOf(points);
    }
  }

  /** A point. */
  public record Point(double x, double y) {}

  /** A vertical line with a name. */
  public record Mark(double x, String name) {}
}
