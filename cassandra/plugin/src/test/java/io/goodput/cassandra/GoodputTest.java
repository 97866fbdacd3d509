package io.goodput.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.feature.Feature;
import io.goodput.cassandra.feature.Switch;
import io.goodput.cassandra.feature.Tick;
import io.goodput.cassandra.request.Guard;
import io.goodput.cassandra.request.Statements;
import io.goodput.cassandra.settings.Settings;
import io.goodput.cassandra.settings.SettingsFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoodputTest {

  private static final String WATCHING = "watching a request";
  private static final String SHARING = "sharing the node";
  private static final String SCANNING = "watching a read of a range";

  @TempDir private Path directory;

  /** Initializes Cassandra. */
  @BeforeAll
  static void initialize() throws Exception {
    assertThat(Statements.parse("SELECT * FROM ks.t")).isNotNull();
    DatabaseDescriptor.getRawConfig().rpc_address = "127.0.0.1";
    DatabaseDescriptor.applyAddressConfig();
    DatabaseDescriptor.getRawConfig().saved_caches_directory = "unused";
  }

  @Test
  void constructor_registersNoMetrics() {
    goodput(Settings.DEFAULT);

    assertThat(CassandraMetricsRegistry.Metrics.getNames())
        .noneMatch(name -> name.contains(".Goodput."));
  }

  @Test
  void guards_byDefault_shedNothing() {
    assertThat(guards(goodput(Settings.DEFAULT)))
        .containsExactly(WATCHING, SCANNING, SHARING, "deciding on a request");
  }

  @Test
  void guards_allSwitchedOn_haveTheWatchFirstAndLimitsLast() throws Exception {
    assertThat(guards(goodput(settings("drop_late_requests: true"))))
        .containsExactly(
            WATCHING,
            "deciding whether a request is too late",
            SCANNING,
            SHARING,
            "deciding on a request");
  }

  @Test
  void guards_limitsNotEnforced_haveNoneOfLimits() throws Exception {
    assertThat(guards(goodput(settings("enforce_limits: false"))))
        .containsExactly(WATCHING, SCANNING, SHARING);
  }

  @Test
  void tables_areThoseOfTheDocumentation() {
    assertThat(goodput(Settings.DEFAULT).parts(Feature::tables))
        .extracting(table -> table.metadata().name)
        .containsExactlyInAnyOrder(
            "node",
            "limits",
            "overrides",
            "hot_partitions",
            "top_clients",
            "peak_rates",
            "proposed_limits",
            "events",
            "queue",
            "fair_shares",
            "fair_share_classes",
            "yielding",
            "strain",
            "runaway",
            "service_levels",
            "heat");
  }

  @Test
  void switches_areThoseOfTheDocumentation() {
    assertThat(goodput(Settings.DEFAULT).parts(Feature::switches))
        .extracting(Switch::name)
        .containsExactlyInAnyOrder(
            "coalesce_reads",
            "fair_shares",
            "heat_weighted_reads",
            "runaway_reads",
            "watch_requests",
            "yield_to_requests");
  }

  @Test
  void ticks_ofFairShares_haveAThreadOfTheirOwn() {
    assertThat(goodput(Settings.DEFAULT).parts(Feature::ticks))
        .filteredOn(tick -> tick.thread().equals("Goodput-shares"))
        .extracting(Tick::activity)
        .containsExactly("sharing the node");
  }

  private static Stream<String> guards(Goodput goodput) {
    return goodput.parts(Feature::guards).stream().map(Guard::activity);
  }

  private Settings settings(String... lines) throws Exception {
    Files.writeString(directory.resolve("goodput.yaml"), String.join("\n", lines));
    Path cassandraYaml = Files.createFile(directory.resolve("cassandra.yaml"));
    return SettingsFile.nextTo(
        cassandraYaml.toUri().toString(),
        problem -> {
          throw new IllegalArgumentException(problem);
        });
  }

  private static Goodput goodput(Settings settings) {
    return new Goodput(settings, QueryProcessor.instance, new Faults());
  }
}
