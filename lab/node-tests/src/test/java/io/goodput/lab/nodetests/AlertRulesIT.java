package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.lab.nodetests.Observability.Query;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Installs Go, and builds a program with Prometheus's own parsers. */
@DisplayName("Prometheus itself")
@Tag("slow")
class AlertRulesIT {

  private static final Duration LIMIT = Duration.ofMinutes(8);

  @TempDir private Path folder;

  @BeforeAll
  static void installGo() throws IOException {
    Go.install();
  }

  @Test
  void accepts_allAlertRulesAndTheQueriesOfAllPanels() throws Exception {
    List<String> queries = Observability.dashboardQueries().stream().map(Query::query).toList();

    Command.Output checked = check(Observability.ALERTS, queries);

    assertThat(checked.out())
        .as(checked.err())
        .isEqualTo(
            "%d rules, %d expressions\n".formatted(Observability.alerts().size(), queries.size()));
    assertThat(checked.exit()).isZero();
  }

  @Test
  void rejects_aRuleWithATypoInItsTemplate() throws Exception {
    Path wrong = folder.resolve("alerts.yaml");
    Files.writeString(
        wrong,
        Files.readString(Observability.ALERTS).replace("humanizePercentage", "humanizePercent"));

    assertThat(check(wrong, List.of()).out()).contains("humanizePercent");
  }

  private static Command.Output check(Path rules, List<String> queries) throws IOException {
    return Go.run(
        Go.PROMETHEUS,
        LIMIT,
        Stream.concat(Stream.of("run", ".", rules.toString()), queries.stream())
            .toArray(String[]::new));
  }
}
