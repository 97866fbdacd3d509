package io.goodput.bench.writestall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.bench.report.JsonKeys;
import io.goodput.bench.report.Page;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Two rounds of two seconds: stock writes nothing in the second one, the others are even. */
class WriteStallResultTest {

  private final WriteStallResult result =
      new WriteStallResult(
          Lengths.quick(), List.of(caseOf(WriteCase.HEADLINE), caseOf(WriteCase.quick().get(1))));

  @Test
  void json_keys_areThoseThatProgramsKnow() {
    assertThat(JsonKeys.of(result.findings().document()))
        .containsExactlyInAnyOrder(
            "/lengths/designs/*",
            "/lengths/inline_seconds",
            "/lengths/keys",
            "/lengths/rounds",
            "/lengths/seconds",
            "/paced/delays",
            "/paced/max_us",
            "/paced/p50_us",
            "/paced/p9999_us",
            "/paced/p999_us",
            "/paced/qps",
            "/paced/stops",
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
            "/rows/*/figures/qps",
            "/rows/*/figures/stops",
            "/rows/*/name",
            "/rows/*/slowest_second",
            "/rows/*/threads",
            "/rows/*/to_stock/max/highest",
            "/rows/*/to_stock/max/lowest",
            "/rows/*/to_stock/max/median",
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
            "/seed_rule/qps",
            "/seed_rule/stops",
            "/stock/delays",
            "/stock/max_us",
            "/stock/p50_us",
            "/stock/p9999_us",
            "/stock/p999_us",
            "/stock/qps",
            "/stock/stops");
  }

  @Test
  void json_topLevel_isTheHeadlinesThreeDesigns() throws Exception {
    JsonNode json = new ObjectMapper().readTree(result.json());

    assertThat(json.at("/stock/qps").asDouble()).isEqualTo(100);
    assertThat(json.at("/stock/stops").asLong()).isEqualTo(6);
    assertThat(json.at("/stock/max_us").asDouble()).isCloseTo(1_500_000, within(20_000.0));
    assertThat(json.at("/seed_rule/delays").asLong()).isEqualTo(8);
    assertThat(json.at("/paced/qps").asDouble()).isEqualTo(120);
    assertThat(json.at("/paced/p9999_us").asDouble()).isCloseTo(2_000, within(20.0));
  }

  @Test
  void json_rows_areEveryDesignOfEveryCase() throws Exception {
    JsonNode rows = new ObjectMapper().readTree(result.json()).at("/rows");

    assertThat(rows).hasSize(8);
    assertThat(rows.at("/7/disk").asText()).isEqualTo("coarse");
    assertThat(rows.at("/7/to_stock/qps/median").asDouble()).isEqualTo(1.2);
  }

  @Test
  void json_withoutTheHeadline_hasNoTopLevelFigures() throws Exception {
    WriteStallResult other =
        new WriteStallResult(Lengths.quick(), List.of(caseOf(WriteCase.quick().get(1))));

    assertThat(new ObjectMapper().readTree(other.json()).has("stock")).isFalse();
  }

  @Test
  void table_slowestSecond_isAPartOfTheMean() {
    List<String> stock = result.table().rows().get(0);
    List<String> paced = result.table().rows().get(3);

    assertThat(stock.get(stock.size() - 1)).isEqualTo("0.00");
    assertThat(paced.get(paced.size() - 1)).isEqualTo("1.00");
  }

  @Test
  void remarks_setPacedInProportionToStock() {
    assertThat(result.remarks().get(0))
        .startsWith("overwrite-16-16-smooth-blobs, paced to stock: throughput 1.20,");
  }

  @Test
  void report_hasWritesAndLatencyOfEachCase() {
    assertThat(Page.of(result.findings()))
        .contains(
            "overwrite-16-16-smooth-blobs: writes", "overwrite-16-16-coarse-blobs: latency by");
  }

  private static CaseResult caseOf(WriteCase what) {
    Run stock = run(3, 0, 200, 0, TimeUnit.MILLISECONDS.toNanos(1_500));
    Run rule = run(0, 4, 110, 110, TimeUnit.MILLISECONDS.toNanos(20));
    Run paced = run(0, 0, 120, 120, TimeUnit.MILLISECONDS.toNanos(2));
    return new CaseResult(
        what,
        Map.of(
            Design.STOCK, List.of(stock, stock),
            Design.TUNED, List.of(stock, stock),
            Design.SEED_RULE, List.of(rule, rule),
            Design.PACED, List.of(paced, paced)));
  }

  private static Run run(int stops, int delays, int first, int second, long longest) {
    Latencies latencies = new Latencies(2);
    for (int write = 0; write < first + second; write++) {
      latencies.add(write < first ? 0 : 1, write == 0 ? longest : 10_000);
    }
    return new Run(latencies, 2, stops, delays);
  }
}
