package io.goodput.lab.bench.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The chart of the README as SVG: what is left of goodput under an attack on one partition and past
 * saturation. It follows the color scheme of its reader. It fills the places in {@code
 * goodput.svg}.
 */
public final class GoodputChart {

  private static final int BAR_LEFT = 160;
  private static final int BAR_WIDTH = 160;
  private static final int PLOT_LEFT = 472;
  private static final int PLOT_WIDTH = 205;
  private static final int PLOT_TOP = 80;
  private static final int PLOT_HEIGHT = 150;

  /** Distance between labels that would cover each other. */
  private static final int LABEL_HEIGHT = 17;

  private String svg = Page.resource("goodput.svg");

  private GoodputChart() {}

  /**
   * Draws the chart.
   *
   * @param hotPartition the JSON document of {@code bench hot-partition}
   * @param overload the JSON document of {@code bench overload}
   */
  public static String of(JsonNode hotPartition, JsonNode overload) {
    GoodputChart chart = new GoodputChart();
    chart.fillBars(hotPartition);
    chart.fillLines(overload);
    return chart.svg;
  }

  private void fill(String place, Object content) {
    svg = svg.replace("{{" + place + "}}", content.toString());
  }

  /** Goodput of other reads under the attack of identical reads, relative to that without it. */
  private void fillBars(JsonNode document) {
    for (JsonNode row : document.path("arms")) {
      if (!row.has("rows")) {
        String arm = row.path("arm").asText();
        double share = row.path("uniform_of_alone").asDouble();
        long width = Math.round(share * BAR_WIDTH);
        fill(arm + ".width", width);
        fill(arm + ".end", BAR_LEFT + width + 10);
        fill(arm, percent(share));
      }
    }
  }

  /** Where the line of an arm ends. */
  private record End(String arm, double share) {}

  private void fillLines(JsonNode document) {
    List<JsonNode> steps = document.path("steps").valueStream().toList();
    JsonNode last = steps.get(steps.size() - 1);
    double best = document.at("/peak_goodput/stock").asDouble();
    double longest = last.path("factor").asDouble();
    StringBuilder factors = new StringBuilder();
    for (double factor = 0; factor <= longest; factor += 0.5) {
      String text = Text.of("%.1f×", factor);
      factors.append(text(x(factor, longest), y(0) + 22, "quiet middle", text));
    }
    fill("factors", factors);
    List<String> arms = List.of("stock", "tuned", "goodput");
    for (String arm : arms) {
      Stream<String> points =
          steps.stream()
              .map(
                  step ->
                      x(step.path("factor").asDouble(), longest)
                          + ","
                          + y(goodput(step, arm) / best));
      fill(arm + ".points", points.collect(Collectors.joining(" ")));
    }
    fill("labels", labels(arms.stream().map(arm -> new End(arm, goodput(last, arm) / best))));
  }

  private static double goodput(JsonNode step, String arm) {
    return step.path(arm).path("goodput").path("median").asDouble();
  }

  /** Labels at the ends of the lines, from the lowest, apart from each other. */
  private static String labels(Stream<End> ends) {
    StringBuilder labels = new StringBuilder();
    int highest = Integer.MAX_VALUE;
    for (End end : ends.sorted(Comparator.comparing(End::share)).toList()) {
      highest = Math.min(y(end.share) + 5, highest - LABEL_HEIGHT);
      String text = end.arm + " " + percent(end.share);
      labels.append(text(PLOT_LEFT + PLOT_WIDTH + 10, highest, "label " + end.arm, text));
    }
    return labels.toString();
  }

  private static int x(double factor, double longest) {
    return (int) Math.round(PLOT_LEFT + PLOT_WIDTH * factor / longest);
  }

  private static int y(double share) {
    return (int) Math.round(PLOT_TOP + PLOT_HEIGHT * (1 - share));
  }

  private static String percent(double share) {
    return Text.of("%.0f%%", 100 * share);
  }

  private static String text(int x, int y, String style, String text) {
    return "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n".formatted(style, x, y, text);
  }
}
