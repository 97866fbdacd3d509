package io.goodput.bench.report;

import java.util.List;
import java.util.Locale;

/**
 * The same figure of several rounds.
 *
 * @param median of the rounds
 * @param lowest of the rounds
 * @param highest of the rounds
 */
public record Spread(double median, double lowest, double highest) {

  /** Of these rounds, at least one. */
  public static Spread of(List<Double> rounds) {
    List<Double> sorted = rounds.stream().sorted().toList();
    int middle = sorted.size() / 2;
    double median =
        sorted.size() % 2 == 1
            ? sorted.get(middle)
            : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    return new Spread(median, sorted.get(0), sorted.get(sorted.size() - 1));
  }

  /** To so many decimals. */
  public Spread rounded(int decimals) {
    double scale = Math.pow(10, decimals);
    return new Spread(
        Math.round(median * scale) / scale,
        Math.round(lowest * scale) / scale,
        Math.round(highest * scale) / scale);
  }

  /** With two decimals, as in {@code 0.93 (0.91 to 0.96)}, or {@code 0.93} if they are alike. */
  public String ratio() {
    return text("%.2f");
  }

  /** Without decimals. */
  public String whole() {
    return text("%.0f");
  }

  /** With one decimal. */
  public String tenths() {
    return text("%.1f");
  }

  private String text(String format) {
    String least = String.format(Locale.ROOT, format, lowest);
    String most = String.format(Locale.ROOT, format, highest);
    String middle = String.format(Locale.ROOT, format, median);
    return least.equals(most) ? middle : "%s (%s to %s)".formatted(middle, least, most);
  }
}
