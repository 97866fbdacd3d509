package io.goodput.cli.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangesTest {

  private static final String LIMIT =
      """
      {"keyspace_name": "demo", "table_name": "posts", "partition_key": "'it''s'",
       "kind": "writes", "per_second": 10, "seconds": 600}""";

  private final List<Object> run = new ArrayList<>();
  private final Changes changes =
      new Changes(
          (statement, values) -> {
            run.add(statement);
            run.addAll(List.of(values));
          });

  @Test
  void apply_aLimit_bindsItsValues() {
    assertThat(apply("limit", LIMIT).done()).isTrue();
    assertThat(run)
        .containsExactly(
            "UPDATE goodput.overrides USING TTL ? SET max_writes_per_second = ?"
                + " WHERE keyspace_name = ? AND table_name = ? AND partition_key = ?",
            600,
            10,
            "demo",
            "posts",
            "'it''s'");
  }

  @Test
  void apply_aRemoval_bindsItsKey() {
    assertThat(apply("remove", LIMIT).done()).isTrue();
    assertThat(run).endsWith("demo", "posts", "'it''s'").first().asString().startsWith("DELETE");
  }

  @Test
  void apply_aTimeBeyondADay_isRejected() {
    assertThat(apply("limit", LIMIT.replace("600", "86401")).message())
        .isEqualTo("The rate must be 0 or more, and the time 1 to 86400 s.");
    assertThat(run).isEmpty();
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
