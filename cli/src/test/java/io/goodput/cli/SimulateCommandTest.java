package io.goodput.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class SimulateCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CommandLine command =
      Goodput.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));

  @Test
  void simulate_noSimulation_exitsWithTwo() {
    assertThat(command.execute("simulate")).isEqualTo(2);
  }

  @Test
  void simulate_list_namesTheSimulations() {
    assertThat(command.execute("simulate", "--list")).isZero();
    assertThat(out.toString().lines().map(line -> line.substring(0, line.indexOf(' '))))
        .containsExactly("cold-cache", "fair-shares", "late-requests", "write-stall");
  }

  @Test
  void writeStall_table_hasALineForEachPolicyOfEachScenario() {
    assertThat(command.execute("simulate", "write-stall")).isZero();
    assertThat(out.toString().lines().filter(line -> line.contains(" paced "))).hasSize(6);
    assertThat(out.toString().lines().filter(line -> line.contains("stock"))).hasSize(6);
  }

  @Test
  void coldCache_unknownOption_exitsWithTwo() {
    assertThat(command.execute("simulate", "cold-cache", "--frobnicate")).isEqualTo(2);
  }

  @Test
  void coldCache_json_hasTheFiguresOfTheTable() throws Exception {
    Simulated simulated = Simulated.of("cold-cache");

    JsonNode first = new ObjectMapper().readTree(simulated.json()).at("/rolling/0");
    assertThat(simulated.lineOf(first.at("/load").asText()))
        .contains(first.at("/outcome/slow_seconds").asText());
  }

  @Test
  void coldCache_jsonKeys_areThoseThatProgramsKnow() throws Exception {
    assertThat(JsonPaths.of(Simulated.of("cold-cache").json()))
        .containsExactlyInAnyOrder(
            "/report/headline",
            "/report/header/*",
            "/report/rows/*/*",
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
  void coldCacheOneRestart_jsonKeys_areThoseThatProgramsKnow() throws Exception {
    assertThat(JsonPaths.of(Simulated.of("cold-cache", "--one-restart").json()))
        .containsExactlyInAnyOrder(
            "/report/headline",
            "/report/header/*",
            "/report/rows/*/*",
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
    assertThat(JsonPaths.of(Simulated.of("late-requests").json()))
        .containsExactlyInAnyOrder(
            "/report/headline",
            "/report/header/*",
            "/report/rows/*/*",
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
    Simulated simulated = Simulated.of("late-requests");

    JsonNode twice = new ObjectMapper().readTree(simulated.json()).at("/loads/3");
    assertThat(twice.at("/load").asDouble()).isEqualTo(2);
    assertThat(twice.at("/outcomes/NOTHING/goodput").asDouble()).isZero();
    assertThat(simulated.out())
        .contains("%.0f".formatted(twice.at("/outcomes/GOODPUT/goodput").asDouble()));
  }

  @Test
  void report_ofASimulation_isAPage(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("page.html");

    assertThat(command.execute("simulate", "late-requests", "--report", file.toString())).isZero();

    assertThat(Files.readString(file)).contains("<dt>Command</dt><dd>./goodput simulate late-req");
  }

  /** What a simulation prints and writes. It takes seconds, so the tests share one run. */
  private record Simulated(String out, String json) {

    private static final Map<List<String>, Simulated> RUNS = new ConcurrentHashMap<>();

    static Simulated of(String... arguments) {
      return RUNS.computeIfAbsent(List.of(arguments), Simulated::run);
    }

    private static Simulated run(List<String> arguments) {
      try {
        Path file = Files.createTempFile("figures", ".json");
        List<String> command = new ArrayList<>(List.of("simulate"));
        command.addAll(arguments);
        command.addAll(List.of("--json", file.toString()));
        CommandRun run = CommandRun.of(command.toArray(String[]::new));
        assertThat(run.exit()).as(run.err()).isZero();
        String json = Files.readString(file);
        Files.delete(file);
        return new Simulated(run.out(), json);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    String[] lineOf(String start) {
      return out.lines()
          .filter(line -> line.startsWith(start))
          .findFirst()
          .orElseThrow()
          .split(" +");
    }
  }
}
