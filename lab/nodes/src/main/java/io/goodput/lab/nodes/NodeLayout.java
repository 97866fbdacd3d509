package io.goodput.lab.nodes;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The files of one node: their paths, and the content of the configuration. */
record NodeLayout(ClusterSpec spec, int number, int storagePort) {

  private static final String WRITTEN_AT_STARTS =
      "# Written anew at each start. Without this line, the file would be kept.\n";

  private static final int TOKENS = 16;

  static String address(int number) {
    return "127.0.0." + number;
  }

  Path home() {
    return spec.directory().resolve("node" + number).toAbsolutePath().normalize();
  }

  Path configuration() {
    return home().resolve("conf");
  }

  Path logs() {
    return home().resolve("logs");
  }

  Path log() {
    return logs().resolve("system.log");
  }

  /** Standard output and error: early messages of Cassandra and messages of the JVM. */
  Path output() {
    return logs().resolve("output.log");
  }

  /** Overwrites the node's configuration files. */
  void write(NodeOptions options) {
    try {
      Files.createDirectories(logs());
      Files.createDirectories(configuration().resolve("triggers"));
      Files.writeString(configuration().resolve("cassandra.yaml"), Yaml.document(yaml(options)));
      Files.writeString(configuration().resolve("logback.xml"), resource("logback.xml"));
      writeSettings(configuration().resolve("goodput.yaml"), options.goodputYaml());
    } catch (IOException e) {
      throw new PreconditionException(
          "Cannot write to " + home() + ": choose a writable folder.", e);
    }
  }

  /** A file that someone else has written stays as it is. */
  private static void writeSettings(Path file, Optional<String> settings) throws IOException {
    boolean isOwn = Files.exists(file) && Files.readString(file).startsWith(WRITTEN_AT_STARTS);
    if (Files.exists(file) && !isOwn) {
      if (settings.isPresent()) {
        throw new PreconditionException(
            file + " is your own: change the settings in it, or delete it.");
      }
      return;
    }
    Files.deleteIfExists(file);
    if (settings.isPresent()) {
      Files.writeString(file, WRITTEN_AT_STARTS + settings.get());
    }
  }

  static String resource(String name) {
    try (InputStream in = NodeLayout.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing from the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<String, Object> yaml(NodeOptions options) {
    Map<String, Object> yaml = new LinkedHashMap<>();
    yaml.put("cluster_name", "goodput");
    yaml.put("num_tokens", TOKENS);
    yaml.put("auto_bootstrap", false);
    yaml.put("partitioner", "org.apache.cassandra.dht.Murmur3Partitioner");
    yaml.put("endpoint_snitch", "SimpleSnitch");
    yaml.put("seed_provider", List.of(seeds()));
    yaml.put("listen_address", address(number));
    yaml.put("rpc_address", address(number));
    yaml.put("storage_port", storagePort);
    yaml.put("native_transport_port", spec.nativePort());
    yaml.put("data_file_directories", List.of(home().resolve("data").toString()));
    yaml.put("commitlog_directory", home().resolve("commitlog").toString());
    yaml.put("hints_directory", home().resolve("hints").toString());
    yaml.put("saved_caches_directory", home().resolve("saved_caches").toString());
    yaml.put("cdc_raw_directory", home().resolve("cdc_raw").toString());
    yaml.put("commitlog_sync", "periodic");
    yaml.put("commitlog_sync_period", "10s");
    yaml.put("commitlog_segment_size", "8MiB");
    yaml.put("commitlog_total_space", "256MiB");
    yaml.put("materialized_views_enabled", true);
    yaml.putAll(options.settings());
    if (yaml.get("num_tokens") instanceof Integer perNode) {
      yaml.putIfAbsent("initial_token", Tokens.of(number, spec.nodes(), perNode));
    }
    return yaml;
  }

  /** Every node is a seed, so that no node has to wait for another to start first. */
  private Map<String, Object> seeds() {
    String addresses =
        IntStream.rangeClosed(1, spec.nodes())
            .mapToObj(node -> address(node) + ":" + storagePort)
            .collect(Collectors.joining(","));
    return Map.of(
        "class_name",
        "org.apache.cassandra.locator.SimpleSeedProvider",
        "parameters",
        List.of(Map.of("seeds", addresses)));
  }
}
