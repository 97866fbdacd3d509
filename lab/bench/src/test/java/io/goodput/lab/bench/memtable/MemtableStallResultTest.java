package io.goodput.lab.bench.memtable;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Recordings;
import io.goodput.lab.bench.memtable.MemtableStall.Arm;
import io.goodput.lab.bench.memtable.MemtableStall.RoundLengths;
import io.goodput.lab.bench.memtable.MemtableStallResult.LoadRound;
import io.goodput.lab.bench.report.Json;
import io.goodput.lab.bench.report.JsonKeys;
import io.goodput.lab.bench.report.Rounds;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One round of four seconds: stock serves nothing in two of them. */
class MemtableStallResultTest {

  private final MemtableStallResult result =
      new MemtableStallResult(
          new RoundLengths(0, 1, 4),
          100,
          Map.of(
              Arm.STOCK, new Rounds<>(List.of(stock())),
              Arm.TUNED, new Rounds<>(List.of(even(60))),
              Arm.UNPACED, new Rounds<>(List.of(even(40))),
              Arm.GOODPUT, new Rounds<>(List.of(even(75)))));

  @Test
  void json_keys_areThoseThatProgramsKnow() {
    assertThat(JsonKeys.of(result.findings().document()))
        .containsExactlyInAnyOrder(
            "/lengths/probe",
            "/lengths/rounds",
            "/lengths/seconds",
            "/goodput/goodput",
            "/goodput/in_time_by_second/*/*",
            "/goodput/late_by_second/*/*",
            "/goodput/max_us",
            "/goodput/p50_us",
            "/goodput/p999_us",
            "/goodput/p99_us",
            "/goodput/reads_by_second/*/*",
            "/goodput/reads_in_time",
            "/goodput/served",
            "/goodput/slowest_second",
            "/goodput/stalled_seconds",
            "/goodput/timed_out_by_second/*/*",
            "/goodput_to_stock/goodput/highest",
            "/goodput_to_stock/goodput/lowest",
            "/goodput_to_stock/goodput/median",
            "/goodput_to_stock/max/highest",
            "/goodput_to_stock/max/lowest",
            "/goodput_to_stock/max/median",
            "/goodput_to_stock/p999/highest",
            "/goodput_to_stock/p999/lowest",
            "/goodput_to_stock/p999/median",
            "/goodput_to_tuned/goodput/highest",
            "/goodput_to_tuned/goodput/lowest",
            "/goodput_to_tuned/goodput/median",
            "/goodput_to_tuned/max/highest",
            "/goodput_to_tuned/max/lowest",
            "/goodput_to_tuned/max/median",
            "/goodput_to_tuned/p50/highest",
            "/goodput_to_tuned/p50/lowest",
            "/goodput_to_tuned/p50/median",
            "/goodput_to_tuned/p999/highest",
            "/goodput_to_tuned/p999/lowest",
            "/goodput_to_tuned/p999/median",
            "/goodput_to_stock/p50/highest",
            "/goodput_to_stock/p50/lowest",
            "/goodput_to_stock/p50/median",
            "/stock/goodput",
            "/stock/in_time_by_second/*/*",
            "/stock/late_by_second/*/*",
            "/stock/max_us",
            "/stock/p50_us",
            "/stock/p999_us",
            "/stock/p99_us",
            "/stock/reads_by_second/*/*",
            "/stock/reads_in_time",
            "/stock/served",
            "/stock/slowest_second",
            "/stock/stalled_seconds",
            "/stock/timed_out_by_second/*/*",
            "/sustained",
            "/tuned/goodput",
            "/tuned/in_time_by_second/*/*",
            "/tuned/late_by_second/*/*",
            "/tuned/max_us",
            "/tuned/p50_us",
            "/tuned/p999_us",
            "/tuned/p99_us",
            "/tuned/reads_by_second/*/*",
            "/tuned/reads_in_time",
            "/tuned/served",
            "/tuned/slowest_second",
            "/tuned/stalled_seconds",
            "/tuned/timed_out_by_second/*/*",
            "/unpaced/goodput",
            "/unpaced/in_time_by_second/*/*",
            "/unpaced/late_by_second/*/*",
            "/unpaced/max_us",
            "/unpaced/p50_us",
            "/unpaced/p999_us",
            "/unpaced/p99_us",
            "/unpaced/reads_by_second/*/*",
            "/unpaced/reads_in_time",
            "/unpaced/served",
            "/unpaced/slowest_second",
            "/unpaced/stalled_seconds",
            "/unpaced/timed_out_by_second/*/*");
  }

  @Test
  void json_stalledSeconds_haveFewWritesInTime() throws Exception {
    assertThat(json().at("/stock/stalled_seconds").asInt()).isEqualTo(2);
    assertThat(json().at("/goodput/stalled_seconds").asInt()).isZero();
  }

  @Test
  void json_goodput_excludesLateAnswers() throws Exception {
    assertThat(json().at("/stock/goodput").asDouble()).isEqualTo(50);
    assertThat(json().at("/stock/served").asDouble()).isEqualTo(62.5);
  }

  @Test
  void json_ratio_isOfPacedToStock() throws Exception {
    assertThat(json().at("/goodput_to_stock/goodput/median").asDouble()).isEqualTo(1.5);
  }

  @Test
  void headline_comparesPacedWithStock() {
    assertThat(result.findings().headline())
        .isEqualTo(
            "At 2.0 times the load that flushes sustain, a paced node stalls for 0 of 4 seconds"
                + " instead of 2 of 4 and answers 1.50 times as many writes in time as a stock"
                + " node, and 1.25 times as many as one with the same cleanup threshold.");
  }

  @Test
  void table_columns_areTheArms() {
    assertThat(result.findings().table().header())
        .containsExactly("", "stock", "tuned", "unpaced", "goodput");
  }

  @Test
  void charts_first_isWrites() {
    assertThat(result.findings().charts().get(0).title()).isEqualTo("Writes");
  }

  private JsonNode json() throws Exception {
    return new ObjectMapper().readTree(Json.of(result.findings().document()));
  }

  private static LoadRound stock() {
    Recording writes = Recordings.each(4, 0, 1, Outcome.GOOD, 100);
    Recordings.add(writes, 3, 4, Outcome.GOOD, 100);
    Recordings.add(writes, 3, 4, Outcome.LATE, 50);
    Recordings.add(writes, 1, 3, Outcome.TIMED_OUT, 100);
    return new LoadRound(writes, Recordings.each(4, 0, 4, Outcome.GOOD, 10));
  }

  private static LoadRound even(int perSecond) {
    return new LoadRound(
        Recordings.each(4, 0, 4, Outcome.GOOD, perSecond),
        Recordings.each(4, 0, 4, Outcome.GOOD, 10));
  }
}
