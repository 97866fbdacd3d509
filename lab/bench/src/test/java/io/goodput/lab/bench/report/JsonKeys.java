package io.goodput.lab.bench.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The keys of a JSON document, which programs rely on. */
public final class JsonKeys {

  private JsonKeys() {}

  /** Paths of all values that are neither objects nor arrays, sorted; {@code *} is any element. */
  public static List<String> of(Map<String, @Nullable Object> document) {
    SortedSet<String> keys = new TreeSet<>();
    try {
      collect("", new ObjectMapper().readTree(Json.of(document)), keys);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return List.copyOf(keys);
  }

  private static void collect(String path, JsonNode node, SortedSet<String> keys) {
    if (node.isObject()) {
      node.properties().forEach(it -> collect(path + "/" + it.getKey(), it.getValue(), keys));
    } else if (node.isArray()) {
      node.forEach(element -> collect(path + "/*", element, keys));
    } else {
      keys.add(path);
    }
  }
}
