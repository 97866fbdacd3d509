package io.goodput.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cli.JsonPaths;
import io.goodput.cli.console.ConsoleCostResult.Arm;
import io.goodput.cli.console.ConsoleCostResult.Lengths;
import io.goodput.cli.console.ConsoleCostResult.Phase;
import io.goodput.cli.console.ConsoleCostResult.Round;
import io.goodput.lab.bench.report.Findings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConsoleCostResultTest {

  private final Findings findings =
      new ConsoleCostResult(
              new Lengths(1, 3, 2),
              Map.of(
                  Phase.IDLE,
                  List.of(round(0.010, 0.018), round(0.012, 0.021), round(0.011, 0.018)),
                  Phase.LOADED,
                  List.of(round(0.2, 0.21), round(0.22, 0.21), round(0.2, 0.2))))
          .findings();

  private static Round round(double without, double with) {
    return Round.of(Map.of(Arm.WITHOUT, without, Arm.WITH, with));
  }

  @Test
  void headline_saysWhatTheConsoleAddsInEachRound() {
    assertThat(findings.headline())
        .isEqualTo(
            "The console costs an idle node 0.80 (0.70 to 0.90) percent of a core, and a loaded node"
                + " ~0.00 (-1.00 to 1.00) percent.");
  }

  @Test
  void table_hasALineForEachStateOfTheNode() {
    assertThat(findings.table().rows())
        .containsExactly(
            List.of("idle", "1.10 (1.00 to 1.20)", "1.80 (1.80 to 2.10)", "0.80 (0.70 to 0.90)"),
            List.of(
                "loaded",
                "20.00 (20.00 to 22.00)",
                "21.00 (20.00 to 21.00)",
                "~0.00 (-1.00 to 1.00)"));
  }

  @Test
  void json_keys_areThoseThatProgramsKnow() {
    assertThat(JsonPaths.of(findings.json()))
        .contains(
            "/cases/*/node",
            "/cases/*/without_percent/median",
            "/cases/*/with_percent/median",
            "/cases/*/console_percent/median",
            "/cases/*/console_percent/lowest",
            "/cases/*/console_percent/highest",
            "/lengths/rounds",
            "/lengths/seconds",
            "/lengths/warm_up");
  }
}
