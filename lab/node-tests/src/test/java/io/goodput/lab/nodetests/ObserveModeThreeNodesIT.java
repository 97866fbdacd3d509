package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A limit in observe mode")
@ExtendWith(ThreeNodes.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ObserveModeThreeNodesIT {

  private static final String OPTION = "{'max_reads_per_second': 5, 'mode': 'observe'}";

  private final ThreeNodes nodes;
  private final Cql cql;

  ObserveModeThreeNodesIT(ThreeNodes nodes) {
    this.nodes = nodes;
    this.cql = nodes.rf1(1);
  }

  @BeforeAll
  void tables() {
    for (String table : new String[] {"observed", "described"}) {
      cql.run(
          "CREATE TABLE rf1.%s (k int PRIMARY KEY)".formatted(table)
              + " WITH per_partition_rate_limit = "
              + OPTION);
    }
    cql.awaitSchemaAgreement();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void reads_overLimit_areAcceptedAndCounted(int replica) {
    long before = cql.counter("would_reject", "observed", "reads");

    Flood flood = Flood.run(cql, read(nodes.keyOn(replica)), Duration.ofSeconds(1));

    assertThat(flood.rejected()).isZero();
    assertThat(cql.counter("would_reject", "observed", "reads") - before).isPositive();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void hotPartitions_overLimit_tellWhatWouldBeRejected(int replica) {
    int key = nodes.keyOn(replica);

    Flood flood = Flood.run(cql, read(key), Duration.ofSeconds(1));

    assertThat(flood.rejected()).isZero();
    Row row = hotPartition(key);
    assertThat(row.getDouble("rejected_per_second")).isZero();
    assertThat(row.getDouble("would_reject_per_second")).isPositive();
  }

  private Row hotPartition(int key) {
    return cql.run("SELECT * FROM goodput.hot_partitions").all().stream()
        .filter(row -> String.valueOf(key).equals(row.getString("partition_key")))
        .filter(row -> "observed".equals(row.getString("table_name")))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void describe_output_recreatesMode() {
    String statement = described();
    cql.run("DROP TABLE rf1.described");
    cql.run(statement);

    assertThat(described()).isEqualTo(statement).contains(OPTION);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Observe", "off", ""})
  void alter_unknownMode_fails(String mode) {
    String option = " WITH per_partition_rate_limit = {'max_reads_per_second': 5, 'mode': '%s'}";

    assertThatThrownBy(() -> cql.run("ALTER TABLE rf1.observed" + option.formatted(mode)))
        .isInstanceOf(InvalidConfigurationInQueryException.class)
        .hasMessageContaining("'mode'")
        .hasMessageContaining("'" + mode + "'");
  }

  private String described() {
    return cql.run("DESCRIBE TABLE rf1.described").one().getString("create_statement");
  }

  private static SimpleStatement read(int key) {
    return SimpleStatement.newInstance("SELECT k FROM rf1.observed WHERE k = ?", key);
  }
}
