package io.goodput.lab.bench.writestall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.lab.bench.report.Json;
import io.goodput.lab.bench.report.JsonKeys;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.bench.writestall.WriteStall.Design;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Two rounds of two seconds: stock writes nothing in the second, the others write evenly. */
class WriteStallResultTest {

  private final WriteStallResult.CaseRuns coarse = caseOf(named("overwrite-16-16-coarse-blobs"));
  private final WriteStallResult result =
      new WriteStallResult(WriteStall.Lengths.QUICK, List.of(caseOf(WriteCase.HEADLINE), coarse));

  @Test
  void json_keys_areThoseThatProgramsKnow() {
    assertThat(JsonKeys.of(result.findings().document()))
        .containsExactlyInAnyOrder(
            "/goodput/bytes_per_write",
            "/goodput/reads_per_s",
            "/goodput/space_bytes",
            "/seed_rule/bytes_per_write",
            "/seed_rule/reads_per_s",
            "/seed_rule/space_bytes",
            "/old_stock/bytes_per_write",
            "/old_stock/reads_per_s",
            "/old_stock/space_bytes",
            "/old_stock/delays",
            "/old_stock/max_us",
            "/old_stock/p50_us",
            "/old_stock/p9999_us",
            "/old_stock/p999_us",
            "/old_stock/p99_us",
            "/old_stock/qps",
            "/old_stock/stops",
            "/stock/bytes_per_write",
            "/stock/reads_per_s",
            "/stock/space_bytes",
            "/tuned/bytes_per_write",
            "/tuned/reads_per_s",
            "/tuned/space_bytes",
            "/unpaced/bytes_per_write",
            "/unpaced/reads_per_s",
            "/unpaced/space_bytes",
            "/rows/*/figures/bytes_per_write",
            "/rows/*/figures/reads_per_s",
            "/rows/*/figures/space_bytes",
            "/speedb/bytes_per_write",
            "/speedb/reads_per_s",
            "/speedb/space_bytes",
            "/speedb/delays",
            "/speedb/max_us",
            "/speedb/p50_us",
            "/speedb/p9999_us",
            "/speedb/p999_us",
            "/speedb/p99_us",
            "/speedb/qps",
            "/speedb/stops",
            "/cases/*/case",
            "/cases/*/load",
            "/cases/*/design",
            "/cases/*/delays",
            "/cases/*/max_us",
            "/cases/*/p50_us",
            "/cases/*/p9999_us",
            "/cases/*/p999_us",
            "/cases/*/p99_us",
            "/cases/*/qps",
            "/cases/*/stops",
            "/cases/*/bytes_per_write",
            "/cases/*/reads_per_s",
            "/cases/*/space_bytes",
            "/lengths/steady_seconds",
            "/lengths/keys",
            "/lengths/rounds",
            "/lengths/seconds",
            "/goodput/delays",
            "/goodput/max_us",
            "/goodput/p50_us",
            "/goodput/p9999_us",
            "/goodput/p999_us",
            "/goodput/p99_us",
            "/goodput/qps",
            "/goodput/stops",
            "/rows/*/blobs",
            "/rows/*/databases",
            "/rows/*/design",
            "/rows/*/disk",
            "/rows/*/disk_mb_per_s",
            "/rows/*/figures/delays",
            "/rows/*/figures/max_us",
            "/rows/*/figures/p50_us",
            "/rows/*/figures/p9999_us",
            "/rows/*/figures/p999_us",
            "/rows/*/figures/p99_us",
            "/rows/*/figures/qps",
            "/rows/*/figures/stops",
            "/rows/*/load",
            "/rows/*/name",
            "/rows/*/slowest_second",
            "/rows/*/threads",
            "/rows/*/to_stock/max/highest",
            "/rows/*/to_stock/max/lowest",
            "/rows/*/to_stock/max/median",
            "/rows/*/to_stock/p50/highest",
            "/rows/*/to_stock/p50/lowest",
            "/rows/*/to_stock/p50/median",
            "/rows/*/to_stock/p999/highest",
            "/rows/*/to_stock/p999/lowest",
            "/rows/*/to_stock/p999/median",
            "/rows/*/to_stock/p9999/highest",
            "/rows/*/to_stock/p9999/lowest",
            "/rows/*/to_stock/p9999/median",
            "/rows/*/to_stock/qps/highest",
            "/rows/*/to_stock/qps/lowest",
            "/rows/*/to_stock/qps/median",
            "/rows/*/workload",
            "/rows/*/writes_by_second/*/*",
            "/seed_rule/delays",
            "/seed_rule/max_us",
            "/seed_rule/p50_us",
            "/seed_rule/p9999_us",
            "/seed_rule/p999_us",
            "/seed_rule/p99_us",
            "/seed_rule/qps",
            "/seed_rule/stops",
            "/stock/delays",
            "/stock/max_us",
            "/stock/p50_us",
            "/stock/p9999_us",
            "/stock/p999_us",
            "/stock/p99_us",
            "/stock/qps",
            "/stock/stops",
            "/tuned/delays",
            "/tuned/max_us",
            "/tuned/p50_us",
            "/tuned/p9999_us",
            "/tuned/p999_us",
            "/tuned/p99_us",
            "/tuned/qps",
            "/tuned/stops",
            "/unpaced/delays",
            "/unpaced/max_us",
            "/unpaced/p50_us",
            "/unpaced/p9999_us",
            "/unpaced/p999_us",
            "/unpaced/p99_us",
            "/unpaced/qps",
            "/unpaced/stops");
  }

  @Test
  void json_topLevel_isTheMainCase() throws Exception {
    JsonNode json = json(result);

    assertThat(json.at("/stock/qps").asDouble()).isEqualTo(100);
    assertThat(json.at("/stock/stops").asLong()).isEqualTo(6);
    assertThat(json.at("/stock/max_us").asDouble()).isCloseTo(1_500_000, within(20_000.0));
    assertThat(json.at("/seed_rule/delays").asLong()).isEqualTo(8);
    assertThat(json.at("/goodput/qps").asDouble()).isEqualTo(120);
    assertThat(json.at("/goodput/p9999_us").asDouble()).isCloseTo(2_000, within(20.0));
  }

  @Test
  void json_rows_haveEveryDesignOfEveryCase() throws Exception {
    assertThat(json(result).at("/rows")).hasSize(14);
  }

  @Test
  void json_row_hasTheNamesThatProgramsKnow() throws Exception {
    JsonNode row = json(result).at("/rows/12");

    assertThat(row.at("/name").asText()).isEqualTo("overwrite-16-16-coarse-blobs");
    assertThat(row.at("/workload").asText()).isEqualTo("overwrite");
    assertThat(row.at("/disk").asText()).isEqualTo("coarse");
    assertThat(row.at("/design").asText()).isEqualTo("seed_rule");
  }

  @Test
  void json_cases_nameMechanisms() throws Exception {
    assertThat(json(result).at("/cases"))
        .extracting(one -> one.at("/design").asText())
        .startsWith(
            "stock", "old_stock", "tuned", "same_options", "speedb", "flush_rate_rule", "paced");
  }

  @Test
  void headline_ofALoadBelowWhatTheDiskTakes_isTheTail() throws Exception {
    WriteCase load = named("load-0.67-16-16-smooth-blobs");
    WriteStallResult below = new WriteStallResult(WriteStall.Lengths.QUICK, List.of(caseOf(load)));

    assertThat(below.findings().headline())
        .startsWith("With 0.67 of what the disk takes")
        .contains("p99.9 is 2.0 ms with the pacer");
    assertThat(json(below).at("/rows/0/load").asDouble()).isEqualTo(0.67);
  }

  @Test
  void json_toStock_isARatio() throws Exception {
    assertThat(json(result).at("/rows/13/to_stock/qps/median").asDouble()).isEqualTo(1.2);
  }

  @Test
  void json_withoutTheMainCase_hasNoTopLevelFigures() throws Exception {
    WriteStallResult other = new WriteStallResult(WriteStall.Lengths.QUICK, List.of(coarse));

    assertThat(json(other).has("stock")).isFalse();
  }

  @Test
  void table_names_areForPeople() {
    assertThat(result.findings().table().rows().get(5))
        .startsWith("overwrite, 16 databases, 16 threads, smooth limiter", "flush-rate rule");
  }

  @Test
  void table_slowestSecond_isAShareOfTheMean() {
    assertThat(result.findings().table().rows())
        .extracting(row -> row.get(row.size() - 1))
        .startsWith("0.00", "0.00", "0.00", "0.00", "0.00", "1.00", "1.00");
  }

  @Test
  void remarks_ratios_areOfPacedToStock() {
    assertThat(result.findings().remarks().get(1))
        .startsWith(
            "Goodput to stock, overwrite, 16 databases, 16 threads, smooth limiter: throughput"
                + " 1.20,");
  }

  @Test
  void remarks_afterAllDesigns_compareWithEachUnpacedOne() {
    assertThat(result.findings().remarks())
        .anyMatch(remark -> remark.startsWith("Goodput to tuned, "))
        .anyMatch(remark -> remark.startsWith("Goodput to same options, no pacer, "));
  }

  @Test
  void setting_disk_isThatOfTheCases() {
    assertThat(result.findings().setting())
        .anyMatch(
            fact ->
                fact.value()
                    .equals(
                        "smooth: RocksDB's limiter at 48 MiB/s, refilled every 10 ms;"
                            + " coarse: RocksDB's limiter at 48 MiB/s, refilled every 100 ms"));
  }

  @Test
  void headline_comparesPacedWithStock() {
    assertThat(result.findings().headline())
        .isEqualTo(
            "Paced writes stop 0 times instead of 6, the longest takes 2 ms instead of 1502 ms, and"
                + " throughput is 1.20 times that of stock RocksDB and 1.20 times that of a tuned"
                + " one (overwrite, 16 databases, 16 threads, smooth limiter).");
  }

  @Test
  void charts_first_isWritesOfTheMainCase() {
    assertThat(result.findings().charts().get(0).title())
        .isEqualTo("Writes in the last round: overwrite, 16 databases, 16 threads, smooth limiter");
  }

  private static WriteCase named(String name) {
    return WriteCase.FULL.stream().filter(it -> it.name().equals(name)).findFirst().orElseThrow();
  }

  private static JsonNode json(WriteStallResult result) throws Exception {
    return new ObjectMapper().readTree(Json.of(result.findings().document()));
  }

  private static WriteStallResult.CaseRuns caseOf(WriteCase what) {
    WriteRun stock = run(3, 0, 200, 0, TimeUnit.MILLISECONDS.toNanos(1_500));
    WriteRun rule = run(0, 4, 110, 110, TimeUnit.MILLISECONDS.toNanos(20));
    WriteRun paced = run(0, 0, 120, 120, TimeUnit.MILLISECONDS.toNanos(2));
    return new WriteStallResult.CaseRuns(
        what,
        new EnumMap<>(
            Map.of(
                Design.STOCK, new Rounds<>(List.of(stock, stock)),
                Design.OLD_STOCK, new Rounds<>(List.of(stock, stock)),
                Design.TUNED, new Rounds<>(List.of(stock, stock)),
                Design.UNPACED, new Rounds<>(List.of(stock, stock)),
                Design.SPEEDB, new Rounds<>(List.of(stock, stock)),
                Design.SEED_RULE, new Rounds<>(List.of(rule, rule)),
                Design.GOODPUT, new Rounds<>(List.of(paced, paced)))));
  }

  private static WriteRun run(int stops, int delays, int first, int second, long longest) {
    List<Histogram> latencies = WriteRun.histograms(2);
    for (int write = 0; write < first + second; write++) {
      latencies.get(write < first ? 0 : 1).recordValue(write == 0 ? longest : 10_000);
    }
    return new WriteRun(latencies, 2, stops, delays, 40, 1_000, 2_000);
  }
}
