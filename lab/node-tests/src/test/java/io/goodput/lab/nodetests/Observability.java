package io.goodput.lab.nodetests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/** The files in the folder {@code observability}. */
final class Observability {

  static final Path FOLDER = Path.of("..", "..", "observability").toAbsolutePath().normalize();
  static final Path EXPORTER_RULES = FOLDER.resolve("jmx-exporter").resolve("goodput.yaml");
  static final Path ALERTS = FOLDER.resolve("prometheus").resolve("goodput-alerts.yaml");

  private static final Path DASHBOARD = FOLDER.resolve("grafana").resolve("goodput-dashboard.json");
  private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((\\w+), (\\w+)\\)");

  /**
   * Something that a file asks Prometheus for.
   *
   * @param by who asks
   * @param query in PromQL, without Grafana's variables
   * @param labels that are shown of its results
   */
  record Query(String by, String query, Set<String> labels) {}

  private Observability() {}

  static JsonNode json(Path file) throws IOException {
    return new ObjectMapper().readTree(file.toFile());
  }

  static JsonNode yaml(Path file) throws IOException {
    return new ObjectMapper(new YAMLFactory()).readTree(file.toFile());
  }

  static JsonNode dashboard() throws IOException {
    return json(DASHBOARD);
  }

  /** The queries of all panels, and of the variables. */
  static List<Query> dashboardQueries() throws IOException {
    List<Query> queries = new ArrayList<>();
    for (JsonNode panel : dashboard().get("panels")) {
      for (JsonNode target : panel.path("targets")) {
        queries.add(
            new Query(
                panel.get("title").asText(),
                withoutVariables(target.get("expr").asText()),
                named("\\{\\{(\\w+)}}", target.get("legendFormat").asText())));
      }
    }
    for (JsonNode variable : dashboard().get("templating").get("list")) {
      if (variable.get("type").asText().equals("query")) {
        String query = variable.get("query").get("query").asText();
        Matcher labelValues = LABEL_VALUES.matcher(query);
        if (!labelValues.matches()) {
          throw new IOException("not label_values(metric, label): " + query);
        }
        queries.add(
            new Query(
                variable.get("name").asText(), labelValues.group(1), Set.of(labelValues.group(2))));
      }
    }
    return queries;
  }

  /** The expressions of all alerts. */
  static List<Query> alertQueries() throws IOException {
    return alerts().stream()
        .map(
            rule ->
                new Query(
                    rule.get("alert").asText(),
                    rule.get("expr").asText(),
                    named("\\$labels\\.(\\w+)", rule.get("annotations").toString())))
        .toList();
  }

  static List<JsonNode> alerts() throws IOException {
    return StreamSupport.stream(yaml(ALERTS).get("groups").spliterator(), false)
        .flatMap(group -> StreamSupport.stream(group.get("rules").spliterator(), false))
        .toList();
  }

  private static String withoutVariables(String query) {
    return query.replace("$__rate_interval", "5m").replace("$instance", ".*");
  }

  private static Set<String> named(String pattern, String text) {
    TreeSet<String> labels = new TreeSet<>();
    Pattern.compile(pattern).matcher(text).results().forEach(it -> labels.add(it.group(1)));
    return labels;
  }
}
