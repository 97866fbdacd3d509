package io.goodput.cli.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cli.overrides.ClusterOverrides.Partition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChangesTest {

  private static final String LIMIT =
      """
      {"keyspace_name": "demo", "table_name": "posts", "partition_key": "'it''s'",
       "kind": "writes", "per_second": 10, "seconds": 600}""";

  private static final String REMOVAL =
      """
      {"keyspace_name": "demo", "table_name": "posts", "partition_key": "'it''s'"}""";

  private static final Partition PARTITION = new Partition("demo", "posts", "'it''s'");

  private final List<@Nullable Object> run = new ArrayList<>();
  private List<String> warnings = List.of();
  private final Changes changes =
      new Changes(
          (partition, reads, writes, seconds) -> {
            run.addAll(Arrays.asList("set", partition, reads, writes, seconds));
            return warnings;
          },
          partition -> {
            run.addAll(List.of("remove", partition));
            return warnings;
          });

  @Test
  void apply_aLimitOnWrites_setsIt() {
    assertThat(apply("limit", LIMIT).done()).isTrue();
    assertThat(run).containsExactly("set", PARTITION, null, 10, 600);
  }

  @Test
  void apply_aLimitWithoutEffect_saysWhy() {
    warnings = List.of("Limits of demo.posts are in observe mode");

    assertThat(apply("limit", LIMIT).message())
        .isEqualTo("Limited. Limits of demo.posts are in observe mode.");
  }

  @Test
  void apply_aLimitOnReads_setsIt() {
    assertThat(apply("limit", LIMIT.replace("writes", "reads")).done()).isTrue();
    assertThat(run).containsExactly("set", PARTITION, 10, null, 600);
  }

  @Test
  void apply_aLimitOnSomethingElse_isRejected() {
    assertThat(apply("limit", LIMIT.replace("writes", "scans")).message())
        .startsWith("This is no override");
    assertThat(run).isEmpty();
  }

  @Test
  void apply_aRemoval_removes() {
    assertThat(apply("remove", REMOVAL).done()).isTrue();
    assertThat(run).containsExactly("remove", PARTITION);
  }

  @Test
  void apply_null_isRejected() {
    assertThat(apply("limit", "null").message()).startsWith("This is no override");
  }

  @Test
  void apply_aFraction_isRejected() {
    assertThat(apply("limit", LIMIT.replace("10,", "-0.5,")).message())
        .startsWith("This is no override");
    assertThat(run).isEmpty();
  }

  @Test
  void apply_aTimeBeyondADay_isRejected() {
    assertThat(apply("limit", LIMIT.replace("600", "86401")).message())
        .isEqualTo("The rate must be 0 or more, and the time 1 to 86400 s.");
    assertThat(run).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-5", "\"\"", "\"5\"", "null", "3000000000"})
  void apply_aRateThatIsNoWholeNumberOf0OrMore_isRejected(String rate) {
    assertThat(apply("limit", LIMIT.replace("10", rate)).done()).isFalse();
    assertThat(run).isEmpty();
  }

  @Test
  void apply_noRate_isRejected() {
    assertThat(apply("limit", LIMIT.replace("\"per_second\": 10,", "")).done()).isFalse();
    assertThat(run).isEmpty();
  }

  @Test
  void apply_aLimitOf0_saysThatItDenies() {
    assertThat(apply("limit", LIMIT.replace("10", "0")).message()).isEqualTo("Denied.");
    assertThat(run).containsExactly("set", PARTITION, null, 0, 600);
  }

  @Test
  void apply_noJson_isRejected() {
    assertThat(apply("limit", "DROP TABLE").message()).startsWith("This is no override");
  }

  @Test
  void apply_missingKey_isRejected() {
    assertThat(apply("limit", LIMIT.replace("partition_key", "statement")).done()).isFalse();
    assertThat(run).isEmpty();
  }

  @Test
  void apply_anotherName_isRejected() {
    assertThat(apply("drop", LIMIT).message()).isEqualTo("The console cannot drop.");
  }

  private Changes.Outcome apply(String name, String json) {
    return changes.apply(name, json.getBytes(UTF_8));
  }
}
