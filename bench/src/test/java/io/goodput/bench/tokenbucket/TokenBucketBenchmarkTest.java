package io.goodput.bench.tokenbucket;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** On a PostgreSQL and with a client process of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TokenBucketBenchmarkTest {

  private static final int MODES = 5;

  private JsonNode document;

  @BeforeAll
  void measure(@TempDir Path folder) throws Exception {
    List<BucketCase> cases =
        BucketCase.all(1).stream()
            .filter(what -> what.toString().startsWith("one-10-read-committed") || what.binding())
            .filter(what -> what.durability() == Durability.ON)
            .toList();
    TokenBucketBenchmark.Settings settings =
        new TokenBucketBenchmark.Settings(null, folder, 1, cases, new Lengths(1, 100, 300, 2));
    String json = TokenBucketBenchmark.measure(settings, line -> {}).json();
    document = new ObjectMapper().readTree(json);
  }

  @Test
  void json_ofEachCase_hasWhatProgramsRead() {
    assertThat(document.fieldNames()).toIterable().containsExactly("cases");
    assertThat(document.at("/cases"))
        .hasSize(MODES + 1)
        .allSatisfy(
            it ->
                assertThat(it.fieldNames())
                    .toIterable()
                    .contains(
                        "mode",
                        "ids",
                        "isolation",
                        "threads",
                        "tokens_per_s",
                        "retries",
                        "p99_us"));
  }

  @Test
  void everyMode_grantsTokens() {
    assertThat(document.at("/cases"))
        .allSatisfy(it -> assertThat(it.at("/tokens_per_s").asDouble()).isPositive());
  }

  @Test
  void durability_isWhatTheServerSays() {
    assertThat(document.at("/cases"))
        .allSatisfy(it -> assertThat(it.at("/durability").asText()).isEqualTo("on"));
  }

  @Test
  void rateThatBinds_isNotExceeded() {
    JsonNode binding = document.at("/cases/%d/binding".formatted(MODES));

    assertThat(binding.at("/granted").asLong())
        .isPositive()
        .isLessThanOrEqualTo(binding.at("/allowed").asLong());
  }
}
