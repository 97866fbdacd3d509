package io.goodput.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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

  private static final Path PAGE = Path.of("..", "docs", "metrics.md");

  /** Six columns, and what is before and after them. */
  private static final int CELLS = 8;

  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  /** All lines. */
  static List<DocumentedMetric> all() throws IOException {
    try (Stream<String> lines = Files.lines(PAGE)) {
      return lines
          .filter(line -> line.startsWith("| `"))
          .map(line -> line.split("\\|", -1))
          .filter(cells -> cells.length == CELLS)
          .map(
              cells ->
                  new DocumentedMetric(
                      String.join("", quoted(cells[1])),
                      cells[2].strip(),
                      String.join("", quoted(cells[3])),
                      new TreeSet<>(quoted(cells[4]))))
          .toList();
    }
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
    return "goodput_" + snake + (isCounter() ? "_total" : "");
  }

  /** An object name in the form in which a node registers it, with labels instead of values. */
  String shape() {
    String properties = "";
    if (labels.contains("table")) {
      properties = "keyspace,scope,";
    } else if (labels.contains("kind")) {
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
