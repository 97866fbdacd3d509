package io.goodput.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.SortedSet;
import java.util.TreeSet;

/** The keys of a JSON text, which programs rely on. */
public final class JsonPaths {

  private JsonPaths() {}

  /** Paths of all values that are neither objects nor arrays, sorted; {@code *} is any element. */
  public static SortedSet<String> of(String json) {
    SortedSet<String> paths = new TreeSet<>();
    try {
      collect("", new ObjectMapper().readTree(json), paths);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return paths;
  }

  private static void collect(String path, JsonNode node, SortedSet<String> paths) {
    if (node.isObject()) {
      node.properties().forEach(it -> collect(path + "/" + it.getKey(), it.getValue(), paths));
    } else if (node.isArray()) {
      node.forEach(element -> collect(path + "/*", element, paths));
    } else {
      paths.add(path);
    }
  }
}
