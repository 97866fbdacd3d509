package io.goodput.lab.bench.tokenbucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Json;
import io.goodput.lab.bench.report.JsonKeys;
import io.goodput.lab.bench.tokenbucket.TokenBucketBenchmark.Lengths;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Starts a PostgreSQL and a client process. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TokenBucketBenchmarkTest {

  private static final int MODES = 5;
  private static final int BINDING = 6;
  private static final int SMALL_BURST = 3;
  private static final int IN_MEMORY = 2;
  private static final int LOCKED = 1;
  private static final int HANGING = 1;
  private static final int SETTLED = 1;

  private Findings findings;
  private JsonNode document;

  @BeforeAll
  void measure() throws Exception {
    List<BucketCase> cases =
        BucketCase.all(1).stream()
            .filter(
                what ->
                    what.toString().startsWith("one-10-read-committed")
                        || what.toString().startsWith("binding-1-")
                        || what.toString().startsWith("binding-1k-20-")
                        || what.toString().startsWith("small-burst-100-2-")
                        || what.toString().startsWith("locked-rows-")
                        || what.toString().startsWith("hanging-")
                        || what.toString().startsWith("settled-"))
            .toList();
    findings =
        new TokenBucketBenchmark(null, 1, cases)
            .measure(
                new Lengths(1, 100, 300, 2, 0, 1_000),
                line -> {},
                () -> fail("No case needs a node."))
            .findings();
    document = new ObjectMapper().readTree(Json.of(findings.document()));
  }

  @Test
  void json_keys_areThoseThatProgramsKnow() {
    assertThat(JsonKeys.of(findings.document()))
        .containsExactlyInAnyOrder(
            "/cases/*/name",
            "/cases/*/mode",
            "/cases/*/ids",
            "/cases/*/isolation",
            "/cases/*/backend",
            "/cases/*/clients",
            "/cases/*/rate",
            "/cases/*/processes",
            "/cases/*/durability",
            "/cases/*/rate_per_s",
            "/cases/*/burst",
            "/cases/*/tokens_per_s",
            "/cases/*/round_tokens_per_s/*",
            "/cases/*/retries",
            "/cases/*/refused",
            "/cases/*/p50_us",
            "/cases/*/p99_us",
            "/cases/*/longest_us",
            "/cases/*/binding/granted",
            "/cases/*/binding/allowed",
            "/cases/*/granted_of_allowed",
            "/cases/*/worst_window",
            "/cases/*/jain",
            "/cases/*/binding/clients/*/asked",
            "/cases/*/binding/clients/*/granted");
  }

  @Test
  void measure_casesOfPrefixes_areThose() {
    assertThat(document.at("/cases"))
        .hasSize(MODES + BINDING + SMALL_BURST + IN_MEMORY + LOCKED + HANGING + SETTLED);
  }

  @Test
  void measure_everyModeThatHasADatabase_grantsTokens() {
    assertThat(document.at("/cases"))
        .filteredOn(it -> !it.at("/name").asText().startsWith("hanging"))
        .allSatisfy(it -> assertThat(it.at("/tokens_per_s").asDouble()).isPositive());
  }

  @Test
  void measure_durability_isWhatTheServerReports() {
    assertThat(document.at("/cases"))
        .filteredOn(it -> it.at("/backend").asText().equals("postgresql"))
        .hasSize(MODES + BINDING + SMALL_BURST + LOCKED + HANGING + SETTLED)
        .allSatisfy(it -> assertThat(it.at("/durability").asText()).isEqualTo("on"));
  }

  @Test
  void measure_bindingRates_areNotExceeded() {
    assertThat(document.at("/cases"))
        .filteredOn(it -> it.has("binding"))
        .hasSize(BINDING + SMALL_BURST + IN_MEMORY + SETTLED)
        .allSatisfy(
            it ->
                assertThat(it.at("/binding/granted").asLong())
                    .isPositive()
                    .isLessThanOrEqualTo(it.at("/binding/allowed").asLong()));
  }

  @Test
  void measure_whileTheDatabaseHangs_everyCallEndsWithoutATokenInTime() {
    assertThat(document.at("/cases"))
        .filteredOn(it -> it.at("/name").asText().startsWith("hanging"))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.at("/refused").asLong()).isEqualTo(1_000);
              assertThat(it.at("/tokens_per_s").asLong()).isZero();
              // The timeout is half a second.
              assertThat(it.at("/longest_us").asLong()).isBetween(100_000L, 5_000_000L);
            });
  }

  @Test
  void measure_smallBursts_haveACaseForEachClient() {
    assertThat(document.at("/cases"))
        .filteredOn(it -> it.at("/name").asText().startsWith("small-burst"))
        .extracting(it -> it.at("/name").asText().replace("small-burst-100-2-", ""))
        .containsExactly("leased", "direct", "bucket4j", "memory", "bucket4j-local");
  }

  @Test
  void measure_smallBurstInMemory_getsItsRate() {
    assertThat(document.at("/cases"))
        .filteredOn(it -> it.at("/name").asText().equals("small-burst-100-2-memory"))
        .singleElement()
        .satisfies(it -> assertThat(it.at("/granted_of_allowed").asDouble()).isBetween(0.9, 1.0));
  }
}
