package io.goodput.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cluster.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A client in Python")
@ExtendWith(SharedNode.class)
class PythonClientsIT {

  private static final String REFUSAL =
      "Per-partition rate limit reached for reads in table pythonclientsit.%s,"
          + " rejected by coordinator";

  private final Cql cql;
  private final Node node;

  PythonClientsIT(Cql cql, Node node) {
    this.cql = cql;
    this.node = node;
  }

  @BeforeAll
  static void install(Cql cql) throws IOException {
    Python.install();
    String option = " WITH per_partition_rate_limit = {'max_reads_per_second': %d}";
    cql.run("CREATE TABLE flooded (k int PRIMARY KEY)" + option.formatted(100));
    cql.run("CREATE TABLE refusing (k int PRIMARY KEY)" + option.formatted(0));
  }

  @Test
  @DisplayName("that floods a partition through cassandra-driver is held to the limit")
  void driver_flood() throws IOException {
    Python.Output output = Python.script("flood.py", host(), port(), cql.qualified("flooded"), 10);

    assertThat(output.text())
        .contains("refused with code 0x2300")
        .contains(REFUSAL.formatted("flooded"));
    assertThat(output.exit()).as(output.complaints()).isZero();
    assertThat(Double.parseDouble(output.text().lines().findFirst().orElseThrow()))
        .isBetween(90.0, 110.0);
  }

  @Test
  @DisplayName("that runs cqlsh is told why a request is refused")
  void cqlsh_refusal() throws IOException {
    Python.Output output =
        Python.cqlsh(host(), port(), "-e", "SELECT * FROM pythonclientsit.refusing WHERE k = 1");

    assertThat(output.complaints()).contains(REFUSAL.formatted("refusing"));
    assertThat(output.exit()).isNotZero();
  }

  @Test
  @DisplayName("that runs what cqlsh describes has the same limits again")
  void cqlsh_describe(@TempDir Path folder) throws IOException {
    try (Cql described = Cql.connect(node, "described")) {
      described.run(
          "CREATE TABLE t (k int PRIMARY KEY, v int) WITH comment = 'it''s' AND"
              + " per_partition_rate_limit ="
              + " {'max_reads_per_second': 10, 'max_writes_per_second': 20}");
      described.run("CREATE TABLE free (k int PRIMARY KEY)");
      Path file = folder.resolve("described.cql");

      Python.Output text = Python.cqlsh(host(), port(), "-e", "DESCRIBE KEYSPACE described");
      // First cqlsh warns, on standard output, that it is not of the server's very version.
      Files.write(
          file,
          text.text().lines().dropWhile(line -> !line.startsWith("CREATE KEYSPACE")).toList());
      described.run("DROP KEYSPACE described");
      Python.Output output = Python.cqlsh(host(), port(), "-f", file.toString());

      assertThat(output.exit()).as(output.complaints()).isZero();
      assertThat(described.limits("t")).isEqualTo(Map.of("reads", 10, "writes", 20));
      assertThat(described.limits("free")).isEmpty();
    }
  }

  private String host() {
    return node.contactPoint().getAddress().getHostAddress();
  }

  private String port() {
    return Integer.toString(node.contactPoint().getPort());
  }
}
