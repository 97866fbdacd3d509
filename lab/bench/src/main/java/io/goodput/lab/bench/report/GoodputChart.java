package io.goodput.lab.bench.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The chart of the README as SVG: what is left of goodput under an attack on one partition and past
 * saturation. It follows the color scheme of its reader.
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

  private GoodputChart() {}

  /** An arm of the attack, as people read it, and the color of its bar. */
  private record Bar(String arm, String label, String color) {}

  private static final List<Bar> BARS =
      List.of(
          new Bar("stock", "stock", "stock"),
          new Bar("nothing_set", "goodput, fair shares", "goodput"),
          new Bar("limit", "goodput, limit", "goodput"));

  /**
   * Draws the chart.
   *
   * @param hotPartition the JSON document of {@code bench hot-partition}
   * @param overload the JSON document of {@code bench overload}
   */
  public static String of(JsonNode hotPartition, JsonNode overload) {
    return """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 300" role="img" \
    aria-label="Goodput of stock, tuned, and goodput">
    <style>
    text { font: 14px system-ui, sans-serif; fill: #1c2330; }
    .title { font-weight: 600; font-size: 16px; }
    .quiet { fill: #596273; }
    .end { text-anchor: end; }
    .middle { text-anchor: middle; }
    .rule { stroke: #d9dee7; }
    .line { fill: none; stroke-width: 3; }
    .stock { color: #8a6d00; }
    .tuned { color: #c2410c; }
    .goodput { color: #0b6bcb; }
    rect { fill: currentColor; }
    .line { stroke: currentColor; }
    text.label { fill: currentColor; font-weight: 600; }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6e9ef; }
      .quiet { fill: #a2abbb; }
      .rule { stroke: #343c4a; }
      .stock { color: #e3c04c; }
      .tuned { color: #ff9a5c; }
      .goodput { color: #6cb2ff; }
    }
    </style>
    """
        + text(0, 22, "title", "An attack on one partition")
        + text(0, 44, "quiet", "Reads of other partitions served in time")
        + bars(hotPartition)
        + text(430, 22, "title", "More load than the nodes can serve")
        + text(430, 44, "quiet", "Writes answered in time, of stock's best")
        + lines(overload)
        + "</svg>\n";
  }

  private static String bars(JsonNode document) {
    StringBuilder svg = new StringBuilder();
    int y = 80;
    for (Bar bar : BARS) {
      double share = ofAlone(document, bar.arm);
      long width = Math.round(share * BAR_WIDTH);
      svg.append(text(BAR_LEFT - 12, y + 20, "end", bar.label))
          .append(
              "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"30\" rx=\"3\"/>\n"
                  .formatted(bar.color, BAR_LEFT, y, width))
          .append(text(BAR_LEFT + width + 10, y + 20, "label " + bar.color, percent(share)));
      y += 60;
    }
    return svg.toString();
  }

  /** Goodput of other reads under the attack of identical reads, relative to that without it. */
  private static double ofAlone(JsonNode document, String arm) {
    return document
        .path("arms")
        .valueStream()
        .filter(row -> row.path("arm").asText().equals(arm) && !row.has("rows"))
        .findFirst()
        .orElseThrow()
        .path("uniform_of_alone")
        .asDouble();
  }

  /** The end of a line with its label. */
  private record End(String arm, double share) {}

  private static String lines(JsonNode document) {
    List<JsonNode> steps = document.path("steps").valueStream().toList();
    double best = document.at("/peak_goodput/stock").asDouble();
    double longest = steps.get(steps.size() - 1).path("factor").asDouble();
    StringBuilder svg = new StringBuilder();
    for (double share : List.of(0.0, 0.5, 1.0)) {
      svg.append(rule(PLOT_LEFT, y(share), PLOT_LEFT + PLOT_WIDTH, y(share)))
          .append(text(PLOT_LEFT - 10, y(share) + 5, "quiet end", percent(share)));
    }
    for (double factor = 0; factor <= longest; factor += 0.5) {
      svg.append(text(x(factor, longest), y(0) + 22, "quiet middle", factorText(factor)));
    }
    svg.append(
        text(
            PLOT_LEFT + PLOT_WIDTH / 2,
            y(0) + 46,
            "quiet middle",
            "times the load that stock serves best"));
    List<End> ends = new ArrayList<>();
    for (String arm : List.of("stock", "tuned", "goodput")) {
      svg.append(
          "<polyline class=\"line %s\" points=\"%s\"/>\n"
              .formatted(
                  arm,
                  steps.stream()
                      .map(
                          step ->
                              x(step.path("factor").asDouble(), longest)
                                  + ","
                                  + y(goodput(step, arm) / best))
                      .collect(Collectors.joining(" "))));
      ends.add(new End(arm, goodput(steps.get(steps.size() - 1), arm) / best));
    }
    return svg.append(labels(ends)).toString();
  }

  private static double goodput(JsonNode step, String arm) {
    return step.path(arm).path("goodput").path("median").asDouble();
  }

  /** Labels at the ends of the lines, from the lowest, apart from each other. */
  private static String labels(List<End> ends) {
    StringBuilder svg = new StringBuilder();
    int highest = Integer.MAX_VALUE;
    for (End end : ends.stream().sorted(Comparator.comparing(End::share)).toList()) {
      highest = Math.min(y(end.share) + 5, highest - LABEL_HEIGHT);
      svg.append(
          text(
              PLOT_LEFT + PLOT_WIDTH + 10,
              highest,
              "label " + end.arm,
              end.arm + " " + percent(end.share)));
    }
    return svg.toString();
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

  private static String factorText(double factor) {
    return Text.of("%.1f", factor) + "×";
  }

  private static String rule(int x1, int y1, int x2, int y2) {
    return "<line class=\"rule\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n"
        .formatted(x1, y1, x2, y2);
  }

  private static String text(long x, int y, String style, String text) {
    return "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n".formatted(style, x, y, text);
  }
}
