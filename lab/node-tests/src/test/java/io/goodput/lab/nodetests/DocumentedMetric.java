package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.management.ObjectName;

/**
 * A line of the table in docs/metrics.md.
 *
 * @param name by JMX
 * @param type counter, gauge, flag, info, or map
 * @param exported the name in Prometheus; empty if exporters do not export it
 * @param labels in Prometheus
 */
record DocumentedMetric(String name, String type, String exported, Set<String> labels) {

  private static final Path PAGE = Path.of("..", "..", "docs", "metrics.md");

  /** The headings of the tables, with the labels of their metrics. */
  private static final Map<String, Set<String>> TABLES =
      Map.of(
          "### The node", Set.of(),
          "### A kind of request", Set.of("kind"),
          "### A service level", Set.of("service_level"),
          "### A limit", Set.of("keyspace", "table"));

  /** The label of what has no value. */
  private static final Set<String> VERSION = Set.of("version");

  private static final String PREFIX = "goodput_";

  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  /** All lines. */
  static List<DocumentedMetric> all() throws IOException {
    List<DocumentedMetric> metrics = new ArrayList<>();
    List<String> lines = Files.readAllLines(PAGE);
    assertThat(lines).as("headings of its tables").containsAll(TABLES.keySet());
    Set<String> labels = null;
    for (String line : lines) {
      if (line.startsWith("#")) {
        labels = TABLES.get(line);
      } else if (labels != null && line.startsWith("| `")) {
        metrics.add(of(line.split("\\|", -1), labels));
      }
    }
    return metrics;
  }

  private static DocumentedMetric of(String[] cells, Set<String> labels) {
    String metric = String.join("", quoted(cells[1]));
    String type = cells[2].strip();
    return metric.startsWith(PREFIX)
        ? new DocumentedMetric(byJmx(metric), type, metric, type.equals("info") ? VERSION : labels)
        : new DocumentedMetric(metric, type, "", labels);
  }

  private static String byJmx(String exported) {
    String words = exported.substring(PREFIX.length()).replaceFirst("_total$", "");
    return Pattern.compile("(?:^|_)(.)")
        .matcher(words)
        .replaceAll(first -> first.group(1).toUpperCase(Locale.ROOT));
  }

  /** All lines about metrics that exporters export. */
  static List<DocumentedMetric> exportedOnes() throws IOException {
    return all().stream().filter(metric -> !metric.exported.isEmpty()).toList();
  }

  boolean isCounter() {
    return type.equals("counter");
  }

  /** The name in Prometheus that follows from the one by JMX. */
  String derived() {
    String snake = name.replaceAll("(?<!^)(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
    return PREFIX + snake + (isCounter() ? "_total" : "");
  }

  /** An object name in the form in which a node registers it, with labels instead of values. */
  String shape() {
    String properties = "";
    if (labels.contains("table")) {
      properties = "keyspace,scope,";
    } else if (!labels.isEmpty() && !labels.equals(VERSION)) {
      properties = "scope,";
    }
    return properties + "name=" + name;
  }

  /** The same of a name that a node has registered. */
  static String shape(ObjectName registered) {
    String properties = registered.getKeyPropertyListString();
    return properties.replaceFirst("type=Goodput,", "").replaceAll("(keyspace|scope)=[^,]+", "$1");
  }

  private static List<String> quoted(String cell) {
    return CODE.matcher(cell).results().map(code -> code.group(1)).toList();
  }
}
