package io.goodput.bench.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

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
            block ->
                Matcher.quoteReplacement(
                    block.group(1) + block(documents.apply(block.group(2))) + block.group(3)));
  }

  private static String block(JsonNode document) {
    return document.isArray() ? microbenchmarks(document) : findings(document);
  }

  private static String findings(JsonNode document) {
    JsonNode report = document.path("report");
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(report.path("headline").asText());
    lines.add("");
    lines.addAll(
        table(
            texts(report.path("header")),
            elements(report.path("rows")).map(MeasurementPage::texts).toList()));
    lines.add("");
    texts(report.path("remarks")).forEach(remark -> lines.add("- " + remark));
    lines.add("");
    lines.add("Setting:");
    lines.add("");
    elements(report.path("setting"))
        .forEach(
            fact ->
                lines.add(
                    "- %s: %s".formatted(fact.path("name").asText(), fact.path("value").asText())));
    lines.add("");
    return String.join("\n", lines) + "\n";
  }

  private static String microbenchmarks(JsonNode results) {
    List<List<String>> rows =
        elements(results)
            .map(
                result ->
                    List.of(
                        lastPart(result.path("benchmark").asText()),
                        parameters(result.path("params")),
                        plusMinus(result.path("primaryMetric")),
                        bytes(result)))
            .toList();
    return "\n"
        + String.join("\n", table(List.of("benchmark", "parameters", "ns", "bytes"), rows))
        + "\n\n";
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
    JsonNode allocated = result.path("secondaryMetrics").path("gc.alloc.rate.norm");
    return allocated.isMissingNode() ? "-" : Text.number(allocated.path("score").asDouble(), 0);
  }

  private static List<String> table(List<String> header, List<List<String>> rows) {
    List<String> lines = new ArrayList<>();
    lines.add(row(header));
    lines.add("|" + "---|".repeat(header.size()));
    rows.forEach(cells -> lines.add(row(cells)));
    return lines;
  }

  private static String row(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |";
  }

  private static List<String> texts(JsonNode array) {
    return elements(array).map(JsonNode::asText).toList();
  }

  private static Stream<JsonNode> elements(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }
}
