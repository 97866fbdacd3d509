package io.goodput.lab.bench.report;

import java.util.List;

/** One figure of several rounds. */
public record Spread(double median, double lowest, double highest) {

  /** Marks a figure whose error is at least as large as the figure itself. */
  public static final String UNRELIABLE = "~";

  /** What the mark means. */
  public static final String LEGEND =
      UNRELIABLE + " marks a figure whose error is at least as large as the figure itself.";

  /** The spread of one round or more. */
  public static Spread of(List<Double> rounds) {
    List<Double> sorted = rounds.stream().sorted().toList();
    int middle = sorted.size() / 2;
    double median =
        sorted.size() % 2 == 1
            ? sorted.get(middle)
            : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    return new Spread(median, sorted.get(0), sorted.get(sorted.size() - 1));
  }

  Spread rounded(int decimals) {
    double scale = Math.pow(10, decimals);
    return new Spread(
        Math.round(median * scale) / scale,
        Math.round(lowest * scale) / scale,
        Math.round(highest * scale) / scale);
  }

  /** Whether all rounds have the figure. */
  boolean isComplete() {
    return Double.isFinite(lowest) && Double.isFinite(highest);
  }

  /**
   * Such as {@code 0.93 (0.91 to 0.96)}; {@code 0.93} if all rounds agree; a dash if a round lacks
   * the figure. A tilde marks a figure that is no larger than its distance to the farthest round.
   */
  public String text(int decimals) {
    if (!isComplete()) {
      return "-";
    }
    String least = Text.number(lowest, decimals);
    String most = Text.number(highest, decimals);
    String middle = Text.number(median, decimals);
    if (least.equals(most)) {
      return middle;
    }
    boolean unreliable = Math.max(highest - median, median - lowest) >= Math.abs(median);
    return "%s%s (%s to %s)".formatted(unreliable ? UNRELIABLE : "", middle, least, most);
  }

  /** The text with the two decimals of a ratio. */
  public String ratio() {
    return text(2);
  }
}
