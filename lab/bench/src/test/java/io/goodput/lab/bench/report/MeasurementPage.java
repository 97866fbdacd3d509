package io.goodput.lab.bench.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A Markdown page with figures from the JSON documents of benchmark runs. The page names a document
 * in a block, and the block is filled from it:
 *
 * <pre>{@code
 * <!-- measured: overload.json -->
 * <!-- end -->
 * }</pre>
 */
public final class MeasurementPage {

  private static final Pattern BLOCK =
      Pattern.compile("(<!-- measured: (\\S+) -->\n).*?(<!-- end -->)", Pattern.DOTALL);

  private static final String ALLOCATED = "gc.alloc.rate.norm";

  /** As many words as fit into a line of the docs, with room to indent it. */
  private static final Pattern LINE = Pattern.compile("(.{1,117})(?: +|$)");

  private MeasurementPage() {}

  /**
   * Fills all blocks of a page.
   *
   * @param documents the JSON document of a name: one of a benchmark, or an array of JMH results
   */
  public static String filled(String page, Function<String, JsonNode> documents) {
    return BLOCK
        .matcher(page)
        .replaceAll(
            block -> {
              JsonNode document = documents.apply(block.group(2));
              String text = document.isArray() ? microbenchmarks(document) : findings(document);
              return Matcher.quoteReplacement(block.group(1) + text + block.group(3));
            });
  }

  /**
   * A document without what no page shows: JMH's own documents have paths of the machine, and each
   * sample.
   */
  public static JsonNode shown(JsonNode document) {
    JsonNode shown = document.deepCopy();
    if (document.isArray()) {
      for (JsonNode result : shown) {
        retain(result, "benchmark", "params", "primaryMetric", "secondaryMetrics");
        retain(result.path("primaryMetric"), "score", "scoreError", "scoreUnit");
        retain(result.path("secondaryMetrics"), ALLOCATED);
        retain(result.path("secondaryMetrics").path(ALLOCATED), "score", "scoreUnit");
      }
    }
    return shown;
  }

  private static void retain(JsonNode node, String... keys) {
    if (node instanceof ObjectNode object) {
      object.retain(keys);
    }
  }

  private static String findings(JsonNode document) {
    JsonNode report = document.path("report");
    return "\n%s\n\n%s\n%s\nSetting:\n\n%s\n"
        .formatted(
            wrapped(report.path("headline").asText()),
            table(
                texts(report.path("header")),
                report.path("rows").valueStream().map(MeasurementPage::texts).toList()),
            list(texts(report.path("remarks")).stream()),
            list(
                report
                    .path("setting")
                    .valueStream()
                    .map(fact -> fact.path("name").asText() + ": " + fact.path("value").asText())));
  }

  private static String list(Stream<String> items) {
    return items
        .map(item -> wrapped("- " + item).replace("\n", "\n  ") + "\n")
        .collect(Collectors.joining());
  }

  private static String wrapped(String text) {
    return LINE.matcher(text).replaceAll("$1\n").strip();
  }

  private static String microbenchmarks(JsonNode results) {
    List<List<String>> rows =
        results
            .valueStream()
            .map(
                result ->
                    List.of(
                        lastPart(result.path("benchmark").asText()),
                        parameters(result.path("params")),
                        plusMinus(result.path("primaryMetric")),
                        bytes(result)))
            .toList();
    return "\n" + table(List.of("benchmark", "parameters", "ns", "bytes"), rows) + "\n";
  }

  private static String lastPart(String name) {
    return name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1);
  }

  private static String parameters(JsonNode params) {
    return params.properties().stream()
        .map(param -> param.getKey() + "=" + param.getValue().asText())
        .collect(Collectors.joining(", "));
  }

  private static String plusMinus(JsonNode metric) {
    return Text.number(metric.path("score").asDouble(), 1)
        + " ± "
        + Text.number(metric.path("scoreError").asDouble(Double.NaN), 1);
  }

  private static String bytes(JsonNode result) {
    JsonNode allocated = result.path("secondaryMetrics").path(ALLOCATED);
    return allocated.isMissingNode() ? "-" : Text.number(allocated.path("score").asDouble(), 0);
  }

  private static String table(List<String> header, List<List<String>> rows) {
    return Stream.concat(
            Stream.of(row(header), "|" + "---|".repeat(header.size()) + "\n"),
            rows.stream().map(MeasurementPage::row))
        .collect(Collectors.joining());
  }

  private static String row(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }

  private static List<String> texts(JsonNode array) {
    return array.valueStream().map(JsonNode::asText).toList();
  }
}
