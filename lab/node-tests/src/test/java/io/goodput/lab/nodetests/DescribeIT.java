package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import io.goodput.lab.nodes.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("The output of DESCRIBE for a limited table")
@ExtendWith(SharedNode.class)
class DescribeIT {

  private static final Map<String, Integer> BOTH = Map.of("reads", 200, "writes", 0);
  private static final String COMMENT =
      "odd '' , 'per_partition_rate_limit'': 0x00\n    AND read_repair = {}; $$ -- ü";

  private final Cql cql;

  DescribeIT(Cql cql) {
    this.cql = cql;
  }

  @BeforeEach
  void limitedTable() {
    cql.run("DROP TABLE IF EXISTS t");
    cql.run(
        "CREATE TABLE t (k int, c int, v int, PRIMARY KEY (k, c))"
            + " WITH CLUSTERING ORDER BY (c DESC) AND per_partition_rate_limit ="
            + " {'max_reads_per_second': 200, 'max_writes_per_second': 0} AND comment = '"
            + COMMENT.replace("'", "''")
            + "'");
  }

  @Test
  void describeTable_output_recreatesTable() {
    recreate("DESCRIBE TABLE t");

    assertSameTable();
  }

  @Test
  void describeTable_prepared_recreatesTable() {
    List<String> statements = statements(cql.run(cql.prepare("DESCRIBE TABLE t").bind()).all());
    cql.run("DROP TABLE t");
    statements.forEach(cql::run);

    assertSameTable();
  }

  @Test
  void describeTable_withInternals_recreatesTable() {
    recreate("DESCRIBE TABLE t WITH INTERNALS");

    assertSameTable();
  }

  @Test
  void describe_qualifiedName_recreatesTable() {
    recreate("DESCRIBE " + cql.keyspace() + ".t");

    assertSameTable();
  }

  @Test
  void describeSchema_output_recreatesTable() {
    recreate("DESCRIBE SCHEMA");

    assertSameTable();
  }

  @Test
  void describeKeyspace_output_recreatesTable() {
    List<String> statements = statements(cql.run("DESCRIBE KEYSPACE " + cql.keyspace()).all());
    cql.run("DROP KEYSPACE " + cql.keyspace());
    statements.forEach(cql::run);

    assertSameTable();
  }

  @Test
  void describeTable_output_containsOption() {
    assertThat(statements(cql.run("DESCRIBE TABLE t").all()))
        .singleElement()
        .asString()
        .contains(
            "AND per_partition_rate_limit ="
                + " {'max_reads_per_second': 200, 'max_writes_per_second': 0}");
  }

  @Test
  void snapshotSchema_recreatesTable(Node node) throws Exception {
    Jmx.invoke(
        node,
        Jmx.STORAGE_SERVICE,
        "takeSnapshot",
        new Object[] {"shown", Map.of(), new String[] {cql.keyspace() + ".t"}},
        new String[] {"java.lang.String", "java.util.Map", "[Ljava.lang.String;"});
    String schema = Files.readString(snapshotSchema(node));
    cql.run("DROP TABLE t");

    assertThat(schema).contains("'per_partition_rate_limit': 0x");
    cql.run(schema);

    assertSameTable();
  }

  @Test
  void describeTable_prepared_containsOption() {
    assertThat(statements(cql.run(cql.prepare("DESCRIBE TABLE t").bind()).all()))
        .singleElement()
        .asString()
        .contains("AND per_partition_rate_limit = {")
        .doesNotContain("'per_partition_rate_limit': 0x");
  }

  @Test
  @DisplayName("leaves a function whose body contains the extension's text as it is")
  void describeSchema_functionThatMentionsTheExtension_isUnchanged() {
    String body = "return \"'per_partition_rate_limit': 0x01\";";
    cql.run(
        "CREATE OR REPLACE FUNCTION f (k int) CALLED ON NULL INPUT RETURNS text LANGUAGE java"
            + " AS $$"
            + body
            + "$$");

    assertThat(statements(cql.run("DESCRIBE SCHEMA").all()))
        .anyMatch(statement -> statement.contains(body));
    cql.run("DROP FUNCTION f");
  }

  private Path snapshotSchema(Node node) throws IOException {
    try (Stream<Path> files = Files.walk(node.home().resolve("data").resolve(cql.keyspace()))) {
      return files
          .filter(file -> file.endsWith("snapshots/shown/schema.cql"))
          .findFirst()
          .orElseThrow();
    }
  }

  private void recreate(String describe) {
    List<String> statements = statements(cql.run(describe).all());
    cql.run("DROP TABLE t");
    statements.forEach(cql::run);
  }

  private List<String> statements(List<Row> described) {
    return described.stream()
        .filter(row -> cql.keyspace().equals(row.getString("keyspace_name")))
        .filter(row -> !"keyspace".equals(row.getString("type")) || described.size() == 2)
        .map(row -> row.getString("create_statement"))
        .toList();
  }

  private void assertSameTable() {
    assertThat(cql.limits("t")).isEqualTo(BOTH);
    assertThat(
            cql.run(
                    "SELECT comment FROM system_schema.tables"
                        + " WHERE keyspace_name = ? AND table_name = 't'",
                    cql.keyspace())
                .one()
                .getString("comment"))
        .isEqualTo(COMMENT);
  }
}
