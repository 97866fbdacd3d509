package io.goodput.cassandra.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.goodput.cassandra.request.RequestKind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsFileTest {

  private final List<String> problems = new ArrayList<>();

  @Test
  void read_emptyFile_isTheDefault() {
    assertThat(read("")).isEqualTo(Settings.DEFAULT);
  }

  @Test
  void read_everyKey_isTaken() {
    Settings settings =
        read(
            """
            enforce_limits: false
            partition_counters: 1024
            hot_partitions: 7
            partition_keys_in_jmx: true
            watch_requests: false
            query_handler: a.B
            lwt_lines: on
            lwt_line_length: 8
            drop_late_requests: true
            client_timeout_reads: 500ms
            client_timeout_conditional_writes: 2s
            heat_weighted_reads: true
            warm_after_restart: false
            warm_before_joining: 0s
            warm_chunks_per_second: 50
            """);

    assertThat(problems).isEmpty();
    assertThat(settings.get(Settings.ENFORCE_LIMITS)).isFalse();
    assertThat(settings.get(Settings.PARTITION_COUNTERS)).isEqualTo(1024);
    assertThat(settings.get(Settings.HOT_PARTITIONS)).isEqualTo(7);
    assertThat(settings.get(Settings.PARTITION_KEYS_IN_JMX)).isTrue();
    assertThat(settings.get(Settings.WATCH_REQUESTS)).isFalse();
    assertThat(settings.get(Settings.QUERY_HANDLER)).isEqualTo("a.B");
    assertThat(settings.get(Settings.LWT_LINES)).isTrue();
    assertThat(settings.get(Settings.LWT_LINE_LENGTH)).isEqualTo(8);
    assertThat(settings.get(Settings.DROP_LATE_REQUESTS)).isTrue();
    assertThat(settings.clientTimeouts())
        .isEqualTo(
            Map.of(
                RequestKind.READS,
                Duration.ofMillis(500),
                RequestKind.CONDITIONAL_WRITES,
                Duration.ofSeconds(2)));
    assertThat(settings.get(Settings.HEAT_WEIGHTED_READS)).isTrue();
    assertThat(settings.get(Settings.WARM_AFTER_RESTART)).isFalse();
    assertThat(settings.get(Settings.WARM_BEFORE_JOINING)).isZero();
    assertThat(settings.get(Settings.WARM_CHUNKS_PER_SECOND)).isEqualTo(50);
  }

  @Test
  void default_whatMayRejectOrDelayARequestOfATableWithoutLimits_isOff() {
    assertThat(
            List.of(
                Settings.DEFAULT.get(Settings.LWT_LINES),
                Settings.DEFAULT.get(Settings.DROP_LATE_REQUESTS),
                Settings.DEFAULT.get(Settings.HEAT_WEIGHTED_READS)))
        .containsOnly(false);
  }

  @Test
  void shippedSample_explainsEverySetting() throws IOException {
    try (InputStream sample = sample()) {
      String text = new String(sample.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(Settings.all())
          .allSatisfy(
              setting -> assertThat(text).containsPattern("(?m)^(# )?" + setting.key() + ": "));
    }
  }

  @Test
  void read_shippedSample_isTheDefaultWithoutProblems() throws IOException {
    try (InputStream sample = sample()) {
      assertThat(SettingsFile.read("sample", sample, problems::add)).isEqualTo(Settings.DEFAULT);
    }
    assertThat(problems).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "enforce_limits: maybe",
    "partition_counters: 1000",
    "partition_counters: 512",
    "partition_counters: many",
    "partition_counters: -1024",
    "hot_partitions: -1",
    "partition_keys_in_jmx: maybe",
    "hot_partitions: 1.5",
    "query_handler: 5",
    "lwt_lines: maybe",
    "lwt_line_length: 0",
    "drop_late_requests: 1",
    "client_timeout_reads: 500",
    "client_timeout_writes: 0ms",
    "client_timeout_batches: soon",
    "drop_late_requests: 7",
    "heat_weighted_reads: sometimes",
    "warm_after_restart: gently",
    "warm_before_joining: 11m",
    "warm_before_joining: 10",
    "warm_chunks_per_second: 0"
  })
  void read_invalidValue_namesItAndKeepsTheDefault(String line) {
    assertThat(read(line)).isEqualTo(Settings.DEFAULT);
    assertThat(problems)
        .singleElement()
        .asString()
        .startsWith("goodput.yaml: " + line.substring(0, line.indexOf(':')))
        .contains("not '" + line.substring(line.indexOf(' ') + 1) + "'");
  }

  @Test
  void read_valuesInQuotes_areTaken() {
    Settings settings = read("enforce_limits: 'false'\npartition_counters: \"2048\"");

    assertThat(settings.get(Settings.ENFORCE_LIMITS)).isFalse();
    assertThat(settings.get(Settings.PARTITION_COUNTERS)).isEqualTo(2048);
    assertThat(problems).isEmpty();
  }

  @Test
  void read_aKeyTwice_namesIt() {
    assertThat(read("hot_partitions: 3\nhot_partitions: 4")).isEqualTo(Settings.DEFAULT);
    assertThat(problems).singleElement().asString().contains("duplicate key hot_partitions");
  }

  @Test
  void read_notANumber_isNamed() {
    assertThat(read("partition_counters: .nan")).isEqualTo(Settings.DEFAULT);
    assertThat(problems).singleElement().asString().contains("not 'NaN'");
  }

  @Test
  void read_unknownKey_isNamedWithTheKnownOnes() {
    assertThat(read("partition_counter: 1024\nhot_partitions: 3").get(Settings.HOT_PARTITIONS))
        .isEqualTo(3);
    assertThat(problems)
        .singleElement()
        .asString()
        .contains("unknown key 'partition_counter'")
        .contains("partition_counters");
  }

  @Test
  void read_notYaml_isReportedOnce() {
    assertThat(read("a: [")).isEqualTo(Settings.DEFAULT);
    assertThat(problems).singleElement().asString().contains("not valid YAML");
  }

  @Test
  void read_notAMap_isReportedOnce() {
    assertThat(read("- a\n- b")).isEqualTo(Settings.DEFAULT);
    assertThat(problems).singleElement().asString().contains("'key: value'");
  }

  @Test
  void read_tableLargerThanAQuarterOfTheHeap_namesTheLargest() {
    Setting<Integer> setting = Setting.entries("entries", 1024, 1 << 26, 2048, 32, 1_000_000);

    assertThat(setting.parser().apply(32_768)).isNull();
    assertThat(setting.parser().apply(16_384)).isEqualTo(16_384);
    assertThat(setting.expected())
        .isEqualTo("a power of two from 1024 to 16384, at most a quarter of this node's heap");
  }

  @Test
  void nextTo_folderNamedAsTheFile_isReportedOnce(@TempDir Path folder) throws IOException {
    Path settings = Files.createDirectory(folder.resolve("goodput.yaml"));
    String url = folder.resolve("cassandra.yaml").toUri().toString();

    assertThat(SettingsFile.nextTo(url, problems::add)).isEqualTo(Settings.DEFAULT);
    assertThat(problems)
        .containsExactly(
            settings
                + " cannot be read (java.io.IOException: Is a directory); the default settings"
                + " hold");
  }

  @Test
  void nextTo_fileThatMayNotBeRead_isReportedOnce(@TempDir Path folder) throws IOException {
    Path settings = Files.writeString(folder.resolve("goodput.yaml"), "hot_partitions: 5");
    Files.setPosixFilePermissions(settings, Set.of());
    assumeThat(Files.isReadable(settings)).isFalse(); // root may read it
    String url = folder.resolve("cassandra.yaml").toUri().toString();

    assertThat(SettingsFile.nextTo(url, problems::add)).isEqualTo(Settings.DEFAULT);
    assertThat(problems)
        .containsExactly(
            "%s cannot be read (%s: %s); the default settings hold"
                .formatted(settings, AccessDeniedException.class.getName(), settings));
  }

  @Test
  void nextTo_urlOfCassandraYaml_isTheFileInTheSameFolder(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("goodput.yaml"), "hot_partitions: 5");
    String url = folder.resolve("cassandra.yaml").toUri().toString();

    assertThat(SettingsFile.nextTo(url, problems::add).get(Settings.HOT_PARTITIONS)).isEqualTo(5);
  }

  @Test
  void nextTo_noFile_isTheDefault(@TempDir Path folder) {
    String url = folder.resolve("cassandra.yaml").toUri().toString();

    assertThat(SettingsFile.nextTo(url, problems::add)).isEqualTo(Settings.DEFAULT);
  }

  private static InputStream sample() {
    return Objects.requireNonNull(SettingsFile.class.getResourceAsStream("/goodput.sample.yaml"));
  }

  private Settings read(String yaml) {
    return SettingsFile.read(
        "goodput.yaml",
        new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)),
        problems::add);
  }
}
