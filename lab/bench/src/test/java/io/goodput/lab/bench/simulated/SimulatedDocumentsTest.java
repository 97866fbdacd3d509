package io.goodput.lab.bench.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.cli.JsonPaths;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

class SimulatedDocumentsTest {

  /** Those that take half a minute or more. */
  private static final Set<String> SLOW =
      Set.of(
          "simulate-cold-cache.json",
          "simulate-cold-cache-one-restart.json",
          "simulate-fair-shares.json");

  @ParameterizedTest
  @MethodSource("names")
  void document_inTheDocs_isThatOfTheSimulation(String name) throws Exception {
    requireCurrent(name);
  }

  private static Set<String> names() {
    Set<String> names = new TreeSet<>(SimulatedMeasurements.ALL.keySet());
    names.removeAll(SLOW);
    return names;
  }

  @ParameterizedTest
  @FieldSource("SLOW")
  @Tag("slow")
  void slowDocument_inTheDocs_isThatOfTheSimulation(String name) throws Exception {
    requireCurrent(name);
  }

  private static void requireCurrent(String name) throws Exception {
    assertThat(SimulatedMeasurements.FOLDER.resolve(name))
        .content()
        .isEqualToIgnoringNewLines(json(name));
  }

  @Test
  void writeStall_table_hasALineForEachPolicyOfEachScenario() {
    String text = SimulatedMeasurements.of("simulate-write-stall.json").text();

    assertThat(text.lines().filter(line -> line.contains(" paced "))).hasSize(6);
    assertThat(text.lines().filter(line -> line.contains("stock"))).hasSize(6);
  }

  @Test
  void coldCache_jsonKeys_areThoseThatProgramsKnow() throws Exception {
    assertThat(JsonPaths.of(json("simulate-cold-cache.json")))
        .containsExactlyInAnyOrder(
            "/report/headline",
            "/report/header/*",
            "/report/rows/*/*",
            "/report/numbers/*/*",
            "/report/remarks/*",
            "/report/setting/*/name",
            "/report/setting/*/value",
            "/rolling/*/load",
            "/rolling/*/policy",
            "/rolling/*/outcome/steady_millis",
            "/rolling/*/outcome/steady_p99_millis",
            "/rolling/*/outcome/disk_use_with_one_down",
            "/rolling/*/outcome/mean_millis",
            "/rolling/*/outcome/p99_millis",
            "/rolling/*/outcome/lost_percent",
            "/rolling/*/outcome/slow_seconds",
            "/rolling/*/outcome/last_up_seconds",
            "/rolling/*/outcome/warm_seconds",
            "/rolling/*/outcome/disk_reads_over_steady",
            "/rolling/*/outcome/last_share");
  }

  @Test
  @Tag("slow")
  void coldCacheOneRestart_jsonKeys_areThoseThatProgramsKnow() throws Exception {
    assertThat(JsonPaths.of(json("simulate-cold-cache-one-restart.json")))
        .containsExactlyInAnyOrder(
            "/report/headline",
            "/report/header/*",
            "/report/rows/*/*",
            "/report/numbers/*/*",
            "/report/remarks/*",
            "/report/setting/*/name",
            "/report/setting/*/value",
            "/restart/*/policy",
            "/restart/*/outcome/steady_hit_rate",
            "/restart/*/outcome/steady_disk_reads",
            "/restart/*/outcome/steady_millis",
            "/restart/*/outcome/steady_p99_millis",
            "/restart/*/outcome/warm_after_seconds",
            "/restart/*/outcome/warming_millis",
            "/restart/*/outcome/warming_p99_millis",
            "/restart/*/outcome/cold_peak_disk_reads",
            "/restart/*/outcome/peers_peak_disk_reads",
            "/restart/*/outcome/worst_to_peers",
            "/restart/*/outcome/last_share",
            "/restart/*/outcome/last_hit_rate",
            "/shared_cache/*/cures",
            "/shared_cache/*/restarted/steady_hit_rate",
            "/shared_cache/*/restarted/steady_disk_reads",
            "/shared_cache/*/restarted/steady_millis",
            "/shared_cache/*/restarted/steady_p99_millis",
            "/shared_cache/*/restarted/warm_after_seconds",
            "/shared_cache/*/restarted/warming_millis",
            "/shared_cache/*/restarted/warming_p99_millis",
            "/shared_cache/*/restarted/cold_peak_disk_reads",
            "/shared_cache/*/restarted/peers_peak_disk_reads",
            "/shared_cache/*/restarted/worst_to_peers",
            "/shared_cache/*/restarted/last_share",
            "/shared_cache/*/restarted/last_hit_rate",
            "/shared_cache/*/not_restarted/steady_hit_rate",
            "/shared_cache/*/not_restarted/steady_disk_reads",
            "/shared_cache/*/not_restarted/steady_millis",
            "/shared_cache/*/not_restarted/steady_p99_millis",
            "/shared_cache/*/not_restarted/warm_after_seconds",
            "/shared_cache/*/not_restarted/warming_millis",
            "/shared_cache/*/not_restarted/warming_p99_millis",
            "/shared_cache/*/not_restarted/cold_peak_disk_reads",
            "/shared_cache/*/not_restarted/peers_peak_disk_reads",
            "/shared_cache/*/not_restarted/worst_to_peers",
            "/shared_cache/*/not_restarted/last_share",
            "/shared_cache/*/not_restarted/last_hit_rate");
  }

  @Test
  void lateRequests_jsonKeys_areThoseThatProgramsKnow() throws Exception {
    assertThat(JsonPaths.of(json("simulate-late-requests.json")))
        .containsExactlyInAnyOrder(
            "/report/headline",
            "/report/header/*",
            "/report/rows/*/*",
            "/report/numbers/*/*",
            "/report/remarks/*",
            "/report/setting/*/name",
            "/report/setting/*/value",
            "/loads/*/load",
            "/loads/*/believed_patience",
            "/loads/*/outcomes/NOTHING/goodput",
            "/loads/*/outcomes/NOTHING/served",
            "/loads/*/outcomes/NOTHING/dropped",
            "/loads/*/outcomes/NOTHING/median_latency",
            "/loads/*/outcomes/EXPIRED/goodput",
            "/loads/*/outcomes/EXPIRED/served",
            "/loads/*/outcomes/EXPIRED/dropped",
            "/loads/*/outcomes/EXPIRED/median_latency",
            "/loads/*/outcomes/GOODPUT/goodput",
            "/loads/*/outcomes/GOODPUT/served",
            "/loads/*/outcomes/GOODPUT/dropped",
            "/loads/*/outcomes/GOODPUT/median_latency");
  }

  @Test
  void lateRequests_dropNothing_servesNothingInTimeAtTwiceTheCapacity() throws Exception {
    JsonNode twice =
        new ObjectMapper().readTree(json("simulate-late-requests.json")).at("/loads/3");
    assertThat(twice.at("/load").asDouble()).isEqualTo(2);
    assertThat(twice.at("/outcomes/NOTHING/goodput").asDouble()).isZero();
    assertThat(SimulatedMeasurements.of("simulate-late-requests.json").text())
        .contains("%.0f".formatted(twice.at("/outcomes/GOODPUT/goodput").asDouble()));
  }

  private static String json(String name) {
    return SimulatedMeasurements.of(name).json();
  }
}
