package io.goodput.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cli.JsonPaths;
import io.goodput.cli.Printed;
import io.goodput.cli.watch.Snapshot;
import io.goodput.cli.watch.Snapshot.BusyPartition;
import io.goodput.cli.watch.Snapshot.FairShares;
import io.goodput.cli.watch.Snapshot.HeatLine;
import io.goodput.cli.watch.Snapshot.LimitLine;
import io.goodput.cli.watch.Snapshot.NodeLine;
import io.goodput.cli.watch.Snapshot.Operations;
import io.goodput.cli.watch.Snapshot.Series;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScreenTest {

  private static final Series READS = new Series("ks", "t", "reads");

  private static final Snapshot SNAPSHOT =
      new Snapshot(
          "12:00:00",
          List.of(
              new NodeLine(
                  "127.0.0.1:9042",
                  "up",
                  new Operations(1.5, 0.25, 3, 9),
                  null,
                  0.5,
                  new FairShares(31, 24, 7.5)),
              new NodeLine("127.0.0.2:9042", "down", null, null, null, null)),
          List.of(new LimitLine(READS, 100, "enforce", 99, 7, 5, 2, 0, 80, 6, 990, 70, 4)),
          List.of(new BusyPartition(READS, null, "-42", 106, 7, 0, 0L, 0L, null, null)),
          List.of(new HeatLine("127.0.0.3:7000", 0.81, 7, 95, 0.25, null, 1, 2.5, 3)));

  @Test
  void text_aNode_hasItsFigures() {
    assertThat(lineOf("127.0.0.1"))
        .containsExactly(
            "127.0.0.1:9042",
            "up",
            "1.5",
            "0.25",
            "3.00",
            "-",
            "-",
            "-",
            "0.500",
            "31",
            "24",
            "7.5");
  }

  @Test
  void text_aNodeThatIsDown_isShownAsSuch() {
    assertThat(lineOf("127.0.0.2")).startsWith("127.0.0.2:9042", "down", "-");
  }

  @Test
  void text_aLimit_hasItsRates() {
    assertThat(lineOf("ks.t "))
        .containsExactly(
            "ks.t", "reads", "100", "enforce", "99.0", "7.0", "5.0", "2.0", "80.0", "6.0", "4");
  }

  @Test
  void text_aHeat_hasItsFigures() {
    assertThat(lineOf("127.0.0.3"))
        .containsExactly("127.0.0.3:7000", "0.810", "95", "0.250", "-", "1.0", "2.5", "3.0");
  }

  @Test
  void text_aPartitionWithoutAKnownKey_isShownByItsToken() {
    assertThat(Screen.text(SNAPSHOT)).contains("token -42");
  }

  @Test
  void json_aSnapshot_isOneObjectOnOneLine() {
    assertThat(Printed.json(SNAPSHOT))
        .startsWith("{\"time\":\"12:00:00\",\"nodes\":[{\"address\":\"127.0.0.1:9042\"")
        .contains("\"accepted_per_second\":99.0", "\"rejected_by_replicas_per_second\":2.0")
        .contains("\"hit_rate\":0.81", "\"share_wanted\":0.25", "\"share_given\":null")
        .contains("\"partition_key\":null")
        .doesNotContain("\n");
  }

  @Test
  void json_keys_areThoseThatProgramsKnow() {
    assertThat(JsonPaths.of(Printed.json(SNAPSHOT)))
        .containsExactlyInAnyOrder(
            "/time",
            "/nodes/*/address",
            "/nodes/*/state",
            "/nodes/*/reads",
            "/nodes/*/reads/per_second",
            "/nodes/*/reads/p50_ms",
            "/nodes/*/reads/p99_ms",
            "/nodes/*/reads/max_ms",
            "/nodes/*/writes",
            "/nodes/*/warmed",
            "/nodes/*/fair_shares",
            "/nodes/*/fair_shares/in_flight",
            "/nodes/*/fair_shares/room",
            "/nodes/*/fair_shares/refused_per_second",
            "/limits/*/keyspace",
            "/limits/*/table",
            "/limits/*/kind",
            "/limits/*/limit",
            "/limits/*/mode",
            "/limits/*/accepted_per_second",
            "/limits/*/rejected_per_second",
            "/limits/*/rejected_by_coordinator_per_second",
            "/limits/*/rejected_by_replicas_per_second",
            "/limits/*/would_reject_per_second",
            "/limits/*/coalesced_per_second",
            "/limits/*/answered_stale_per_second",
            "/limits/*/accepted",
            "/limits/*/rejected",
            "/limits/*/unstamped",
            "/hot_partitions/*/keyspace",
            "/hot_partitions/*/table",
            "/hot_partitions/*/kind",
            "/hot_partitions/*/partition_key",
            "/hot_partitions/*/token",
            "/hot_partitions/*/per_second",
            "/hot_partitions/*/rejected_per_second",
            "/hot_partitions/*/would_reject_per_second",
            "/hot_partitions/*/coalesced",
            "/hot_partitions/*/answered_stale",
            "/hot_partitions/*/bytes_per_second",
            "/hot_partitions/*/in_flight",
            "/heat/*/node",
            "/heat/*/hit_rate",
            "/heat/*/generation",
            "/heat/*/age_seconds",
            "/heat/*/share_wanted",
            "/heat/*/share_given",
            "/heat/*/local_per_second",
            "/heat/*/remote_per_second",
            "/heat/*/replica_per_second");
  }

  private static String[] lineOf(String start) {
    return Screen.text(SNAPSHOT)
        .lines()
        .filter(line -> line.startsWith(start))
        .findFirst()
        .orElseThrow()
        .split(" +");
  }
}
