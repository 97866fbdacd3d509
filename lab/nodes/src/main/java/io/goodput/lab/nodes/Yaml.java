package io.goodput.lab.nodes;

import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** Writes settings as YAML: one line per key, with values in flow style (JSON syntax). */
final class Yaml {

  private Yaml() {}

  static String document(Map<String, Object> settings) {
    StringBuilder text = new StringBuilder();
    settings.forEach(
        (key, value) -> text.append(key).append(": ").append(flow(value)).append('\n'));
    return text.toString();
  }

  private static String flow(Object value) {
    if (value instanceof Number || value instanceof Boolean) {
      return value.toString();
    }
    if (value instanceof List<?> list) {
      StringJoiner items = new StringJoiner(", ", "[", "]");
      list.forEach(item -> items.add(flow(item)));
      return items.toString();
    }
    if (value instanceof Map<?, ?> map) {
      StringJoiner entries = new StringJoiner(", ", "{", "}");
      map.forEach((key, item) -> entries.add(flow(key) + ": " + flow(item)));
      return entries.toString();
    }
    return quoted(value.toString());
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}
