package io.goodput.lab.nodetests;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The files in observability")
class ObservabilityFilesTest {

  /** Labels of metrics, with values that exporters have to find in names. */
  private static final Map<String, String> VALUES =
      Map.of("keyspace", "ks", "table", "t", "kind", "reads", "service_level", "night-job");

  static List<DocumentedMetric> metrics() throws IOException {
    return DocumentedMetric.exportedOnes();
  }

  /** cassandra_exporter exports numbers only. */
  static List<DocumentedMetric> numbers() throws IOException {
    return metrics().stream().filter(metric -> !metric.type().equals("info")).toList();
  }

  @ParameterizedTest
  @MethodSource("metrics")
  void name_inPrometheus_isThatOfItsKind(DocumentedMetric metric) {
    assertThat(metric.exported()).isEqualTo(metric.derived());
  }

  @Test
  void dashboard_panels_haveIdsOfTheirOwnAndDoNotOverlap() throws Exception {
    List<Integer> ids = new ArrayList<>();
    List<String> places = new ArrayList<>();
    for (JsonNode panel : Observability.dashboard().get("panels")) {
      ids.add(panel.get("id").asInt());
      JsonNode grid = panel.get("gridPos");
      for (int x = grid.get("x").asInt(); x < grid.get("x").asInt() + grid.get("w").asInt(); x++) {
        for (int y = grid.get("y").asInt();
            y < grid.get("y").asInt() + grid.get("h").asInt();
            y++) {
          places.add(x + "," + y);
        }
        assertThat(x).isLessThan(24);
      }
    }

    assertThat(ids).isNotEmpty().doesNotHaveDuplicates();
    assertThat(places).doesNotHaveDuplicates();
  }

  @Test
  void dashboard_panels_haveTitlesDescriptionsAndQueries() throws Exception {
    for (JsonNode panel : Observability.dashboard().get("panels")) {
      assertThat(panel.get("title").asText()).isNotBlank();
      if (!panel.get("type").asText().equals("row")) {
        assertThat(panel.get("description").asText()).endsWith(".");
        assertThat(panel.get("targets")).isNotEmpty();
      }
    }
  }

  @Test
  void alerts_areInTheDocsAndHaveASectionInTheRunbook() throws Exception {
    String documented = Files.readString(Path.of("../../docs/metrics.md"));
    List<String> sections =
        Files.readAllLines(Path.of("../../docs/runbook.md")).stream()
            .filter(line -> line.startsWith("## "))
            .map(line -> line.substring(3))
            .toList();

    assertThat(Observability.alerts())
        .extracting(alert -> alert.get("alert").asText())
        .containsExactlyInAnyOrderElementsOf(sections)
        .allSatisfy(alert -> assertThat(documented).contains("| `" + alert + "` |"));
  }

  @Test
  void alerts_haveNamesOfTheirOwnSeveritiesAndTexts() throws Exception {
    List<String> names = new ArrayList<>();
    for (JsonNode alert : Observability.alerts()) {
      names.add(alert.get("alert").asText());
      assertThat(alert.get("labels").get("severity").asText()).isIn("critical", "warning", "info");
      assertThat(alert.get("annotations").get("summary").asText()).isNotBlank();
      assertThat(alert.get("annotations").get("description").asText()).endsWith(".");
    }

    assertThat(names).isNotEmpty().doesNotHaveDuplicates();
  }

  /** The rules themselves, applied as Prometheus does, to the name that the exporter makes. */
  @ParameterizedTest
  @MethodSource("numbers")
  void cassandraExporter_relabelsItsNamesToThoseInTheDocs(DocumentedMetric metric)
      throws Exception {
    String name =
        "org:apache:cassandra:metrics:goodput:%s%s:%s"
            .formatted(
                scopes(metric).stream().map(scope -> scope + ":").collect(joining()),
                metric.name().toLowerCase(Locale.ROOT),
                metric.isCounter() ? "count" : "value");
    JsonNode rules =
        Observability.yaml(
                Observability.FOLDER.resolve("cassandra-exporter").resolve("relabel.yaml"))
            .get("metric_relabel_configs");

    Map<String, String> labels = new TreeMap<>(Map.of("__name__", "cassandra_stats", "name", name));
    relabel(rules, labels, "source_labels", "target_label");

    assertThat(labels).isEqualTo(expected(metric));
  }

  /** The same for the endpoint, which turns names into snake case after it has relabeled them. */
  @ParameterizedTest
  @MethodSource("metrics")
  void managementApi_relabelsItsNamesToThoseInTheDocs(DocumentedMetric metric) throws Exception {
    String scope = scopes(metric).stream().map(it -> "." + it).collect(joining());
    JsonNode rules =
        Observability.yaml(Observability.FOLDER.resolve("k8ssandra").resolve("relabel.yaml"))
            .get("relabels");

    Map<String, String> labels =
        new TreeMap<>(
            Map.of(
                "__origname__", "org.apache.cassandra.metrics.Goodput." + metric.name() + scope));
    relabel(rules, labels, "sourceLabels", "targetLabel");
    labels.remove("__origname__");
    labels.computeIfPresent(
        "__name__",
        (key, name) ->
            name.replaceAll("(?<=[a-z_])(?=[A-Z])", "_")
                .replaceAll("_+", "_")
                .toLowerCase(Locale.ROOT));

    assertThat(labels).isEqualTo(expected(metric));
  }

  private static List<String> scopes(DocumentedMetric metric) {
    return metric.labels().stream().sorted().map(VALUES::get).filter(Objects::nonNull).toList();
  }

  private static Map<String, String> expected(DocumentedMetric metric) {
    Map<String, String> labels = new TreeMap<>(VALUES);
    labels.keySet().retainAll(metric.labels());
    labels.put("__name__", metric.exported());
    return labels;
  }

  private static void relabel(
      JsonNode rules, Map<String, String> labels, String source, String target) {
    for (JsonNode rule : rules) {
      String value = labels.getOrDefault(rule.get(source).get(0).asText(), "");
      String pattern = rule.get("regex").asText();
      if (value.matches(pattern)) {
        String replaced = value.replaceFirst(pattern, rule.get("replacement").asText());
        if (replaced.isEmpty()) {
          labels.remove(rule.get(target).asText());
        } else {
          labels.put(rule.get(target).asText(), replaced);
        }
      }
    }
  }
}
