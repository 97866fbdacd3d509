package io.goodput.lab.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Summary;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The report of a load")
class LoadReportTest {

  private final StringWriter out = new StringWriter();
  private final LoadReport report = new LoadReport(new PrintWriter(out));
  private final Map<Outcome, Long> reads = new EnumMap<>(Map.of(Outcome.GOOD, 5000L));

  @Test
  void progress_beforeFiveSeconds_isSilent() {
    progress(4.9);

    assertThat(out.toString()).isEmpty();
  }

  @Test
  void progress_everyFiveSeconds_saysWhatHappenedInThem() {
    progress(5.001);
    add(Outcome.GOOD, 1000);
    add(Outcome.REFUSED, 4000);
    progress(9.9);
    progress(10);
    add(Outcome.DROPPED, 3000);
    add(Outcome.LATE, 2000);
    progress(15);

    assertThat(out.toString().lines())
        .containsExactly(
            "   5 s: 5,000 answered in time, 0 rejected by a limit, 0 late or failed",
            "  10 s: 1,000 answered in time, 4,000 rejected by a limit, 0 late or failed",
            "  15 s: 0 answered in time, 0 rejected by a limit, 5,000 late or failed");
  }

  @Test
  void progress_withoutAnswersForTenSeconds_saysThatTheClusterMayBeDown() {
    progress(5);
    add(Outcome.FAILED, 5000);
    progress(10);
    assertThat(report.isUnanswered()).isFalse();
    add(Outcome.DROPPED, 5000);
    progress(15);

    assertThat(report.isUnanswered()).isTrue();
    assertThat(out.toString().lines())
        .last()
        .isEqualTo("No node has answered for 10 s: check whether the cluster is up.");
  }

  @Test
  void end_withoutAnswersAtTheEnd_isAFailure() {
    add(Outcome.GOOD, 1_000_000);
    progress(5);
    add(Outcome.FAILED, 5000);
    progress(10);
    progress(15);

    assertThat(report.end(soFar())).isFalse();
  }

  @Test
  void end_ofAnyLoad_saysWhatHappenedToAllReads() {
    add(Outcome.FAILED, 5);

    report.end(soFar());

    assertThat(out)
        .hasToString(
            "Of 5,005 reads, 5,000 were answered in time, 0 were rejected by a limit, and 5 were"
                + " late or failed.\n");
  }

  @Test
  void end_mostReadsRejectedByALimit_isNoFailure() {
    add(Outcome.REFUSED, 15000);

    assertThat(report.end(soFar())).isTrue();
  }

  @Test
  void end_halfOfTheReadsFailed_isNoFailure() {
    add(Outcome.FAILED, 5000);

    assertThat(report.end(soFar())).isTrue();
  }

  @Test
  void end_mostReadsFailedOrLate_isAFailure() {
    add(Outcome.DROPPED, 5000);
    add(Outcome.LATE, 1);

    assertThat(report.end(soFar())).isFalse();
  }

  private void progress(double seconds) {
    report.progress((long) (seconds * TimeUnit.SECONDS.toNanos(1)), this::soFar);
  }

  private void add(Outcome outcome, long count) {
    reads.merge(outcome, count, Long::sum);
  }

  private Summary soFar() {
    return new Summary(Map.copyOf(reads), 20, 1, 1, 1);
  }
}
