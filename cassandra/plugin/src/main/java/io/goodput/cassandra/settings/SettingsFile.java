package io.goodput.cassandra.settings;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.DuplicateKeyException;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Reads {@code goodput.yaml}. A mistake costs one setting instead of the node: each is reported in
 * one sentence, and the default holds.
 */
public final class SettingsFile {

  private static final String FILE = "goodput.yaml";

  private SettingsFile() {}

  /**
   * The settings in the file next to the given cassandra.yaml; the defaults if there is no file.
   *
   * @param cassandraYaml the value of {@code -Dcassandra.config}: a URL, a path, or the name of a
   *     resource; null for Cassandra's default
   * @param problems receives one sentence for each mistake
   */
  public static Settings nextTo(@Nullable String cassandraYaml, Consumer<String> problems) {
    Path file = file(cassandraYaml);
    if (file == null || !Files.exists(file)) {
      return Settings.DEFAULT;
    }
    List<String> mistakes = new ArrayList<>();
    Settings settings =
        read(
            file,
            mistake -> {
              mistakes.add(mistake);
              problems.accept(mistake);
            });
    return settings.withMistakes(mistakes);
  }

  private static Settings read(Path file, Consumer<String> problems) {
    byte[] yaml;
    try {
      yaml = Files.readAllBytes(file);
    } catch (IOException e) {
      problems.accept(file + " cannot be read (" + e + "); the default settings hold");
      return Settings.DEFAULT;
    }
    return read(file.toString(), new ByteArrayInputStream(yaml), problems);
  }

  static @Nullable Path file(@Nullable String cassandraYaml) {
    String place = cassandraYaml == null ? "cassandra.yaml" : cassandraYaml;
    try {
      URI uri = URI.create(place);
      if ("file".equals(uri.getScheme())) {
        return Path.of(uri.getPath()).resolveSibling(FILE);
      }
    } catch (IllegalArgumentException e) {
      // A path need not be a valid URL.
    }
    if (Files.exists(Path.of(place))) {
      return Path.of(place).toAbsolutePath().resolveSibling(FILE);
    }
    URL resource = SettingsFile.class.getClassLoader().getResource(place);
    return resource != null && resource.getProtocol().equals("file")
        ? Path.of(URI.create(resource.toString())).resolveSibling(FILE)
        : null;
  }

  static Settings read(String file, InputStream yaml, Consumer<String> problems) {
    Object root;
    try {
      root = yaml().load(yaml);
    } catch (YAMLException e) {
      problems.accept(file + " is not valid YAML (" + reason(e) + "); the default settings hold");
      return Settings.DEFAULT;
    }
    Map<String, Object> values = new LinkedHashMap<>();
    if (root instanceof Map<?, ?> map) {
      map.forEach((key, value) -> values.put(String.valueOf(key), value));
    } else if (root != null) {
      problems.accept(file + " must hold 'key: value' lines; the default settings hold");
    }
    return settings(values, problem -> problems.accept(file + ": " + problem));
  }

  private static Yaml yaml() {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    return new Yaml(new SafeConstructor(options));
  }

  private static String reason(YAMLException e) {
    String text = e instanceof DuplicateKeyException twice ? twice.getProblem() : e.getMessage();
    return String.valueOf(text).lines().findFirst().orElse("");
  }

  private static Settings settings(Map<String, Object> values, Consumer<String> problems) {
    List<String> keys = Settings.all().stream().map(Setting::key).toList();
    for (String key : values.keySet()) {
      if (!keys.contains(key)) {
        problems.accept("unknown key '" + key + "'; the keys are " + String.join(", ", keys));
      }
    }
    Map<Setting<?>, Object> valid = new HashMap<>();
    for (Setting<?> setting : Settings.all()) {
      Object value = values.get(setting.key());
      Object parsed = value == null ? null : parsed(setting, value);
      if (parsed != null) {
        valid.put(setting, parsed);
      } else if (value != null) {
        problems.accept(
            String.format(
                "%s must be %s, not '%s'; %s holds",
                setting.key(), setting.expected(), value, setting.shown()));
      }
    }
    return new Settings(valid);
  }

  /** Null if the value is not valid. Quotes around a number or a boolean do not matter. */
  private static @Nullable Object parsed(Setting<?> setting, Object value) {
    Object parsed = setting.parser().apply(value);
    if (parsed != null || !(value instanceof String text)) {
      return parsed;
    }
    try {
      Object unquoted = yaml().load(text);
      return unquoted == null ? null : setting.parser().apply(unquoted);
    } catch (YAMLException e) {
      return null;
    }
  }
}
