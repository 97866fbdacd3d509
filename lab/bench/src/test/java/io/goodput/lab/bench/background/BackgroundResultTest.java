package io.goodput.lab.bench.background;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.lab.bench.background.Background.Lengths;
import io.goodput.lab.bench.background.BackgroundResult.Sample;
import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Recordings;
import io.goodput.lab.bench.report.Json;
import io.goodput.lab.bench.report.JsonKeys;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A round of two seconds for each arm; only the second one counts. */
class BackgroundResultTest {

  private static final int SECONDS = 2;

  private final BackgroundResult result =
      new BackgroundResult(
          new Lengths(1, 0, 2, SECONDS, 1, 10),
          true,
          250,
          Stream.of(OtherWork.values()).flatMap(BackgroundResultTest::samples).toList());

  private static Stream<Sample> samples(OtherWork other) {
    return Stream.of(
        sample(other, Phase.ALONE, 100, 4, 20),
        sample(other, Phase.STOCK, 50, 40, 0),
        sample(other, Phase.TUNED, 90, 16, 60),
        sample(other, Phase.GOODPUT, 100, 4, 22));
  }

  private static Sample sample(
      OtherWork other, Phase phase, int reads, int millis, double secondsAfter) {
    boolean compacts = other == OtherWork.COMPACTION;
    return new Sample(
        other,
        phase,
        1,
        1,
        recording(reads, 64, millis),
        compacts ? secondsAfter : Double.NaN,
        7,
        other.filters(),
        other == OtherWork.SLOW_REPLICA ? 1.25 : Double.NaN);
  }

  private static Recording recording(int reads, int firstMillis, int millis) {
    Recording recording = Recordings.each(SECONDS, 0, 0, Outcome.GOOD, 0);
    Recordings.add(recording, 0, 1, Outcome.GOOD, 1, firstMillis);
    Recordings.add(recording, 1, SECONDS, Outcome.GOOD, reads, millis);
    return recording;
  }

  private JsonNode json() throws Exception {
    return new ObjectMapper().readTree(Json.of(result.findings().document()));
  }

  @Test
  void json_keys_areThoseThatProgramsKnow() {
    assertThat(JsonKeys.of(result.findings().document()))
        .containsExactlyInAnyOrder(
            "/cases/*/case",
            "/cases/*/design",
            "/cases/*/reads_of_alone",
            "/cases/*/p99_of_alone",
            "/cases/*/p99_ms",
            "/cases/*/first_p99_ms",
            "/cases/*/background_after_of_alone",
            "/cases/*/filters",
            "/cases/*/hedged",
            "/setting/nodes",
            "/setting/nodes_of_hedges",
            "/setting/pinned",
            "/setting/capacity_per_s",
            "/setting/reads_share",
            "/setting/deadline_ms",
            "/setting/tuned",
            "/setting/seconds/rounds",
            "/setting/seconds/warm_up",
            "/setting/seconds/probe",
            "/setting/seconds/reads",
            "/setting/seconds/settle",
            "/setting/seconds/megabytes",
            "/rounds/*/case",
            "/rounds/*/phase",
            "/rounds/*/round",
            "/rounds/*/figures/reads_per_s",
            "/rounds/*/figures/p99_ms",
            "/rounds/*/figures/first_p99_ms",
            "/rounds/*/figures/compaction_after_s",
            "/rounds/*/figures/yielded_s",
            "/rounds/*/figures/filters",
            "/rounds/*/figures/hedged");
  }

  @Test
  void json_ratios_compareToTheSameWorkAlone() throws Exception {
    JsonNode tuned = json().at("/cases/1");

    assertThat(tuned.at("/design").asText()).isEqualTo("tuned");
    assertThat(tuned.at("/reads_of_alone").asDouble()).isEqualTo(0.9);
    assertThat(tuned.at("/p99_of_alone").asDouble()).isCloseTo(4, within(0.1));
    assertThat(tuned.at("/background_after_of_alone").asDouble()).isEqualTo(3);
  }

  @Test
  void hedges_haveAFigureOfTheirOwn() throws Exception {
    assertThat(json().at("/cases/9/case").asText()).isEqualTo("hedges");
    assertThat(json().at("/cases/9/hedged").asDouble()).isEqualTo(1.25);
    assertThat(json().at("/cases/0").has("hedged")).isFalse();
  }

  @Test
  void firstSeconds_haveAFigureOfTheirOwn() throws Exception {
    assertThat(json().at("/cases/2/first_p99_ms").asDouble()).isCloseTo(64, within(0.5));
  }

  @Test
  void headline_namesEachArm() {
    assertThat(result.findings().headline())
        .isEqualTo(
            "While a node compacts, the p99 of point reads is 10.0 times what it is alone, 4.0"
                + " with the operator's best setting, and 1.0 if compaction yields. While eight"
                + " clients filter a table, 50% of the reads are in time, 90% with that setting, and"
                + " 100% if runaway reads are stopped.");
  }
}
