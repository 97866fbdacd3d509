package io.goodput.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.cluster.Cluster;
import io.goodput.cluster.ClusterSpec;
import io.goodput.cluster.Installation;
import io.goodput.cluster.NodeOptions;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

@DisplayName("Of a protected node")
class TopIT {

  private static final int PORT = 9382;
  private static final int OVER_THE_LIMIT = 50;

  @Test
  @DisplayName("top --once --json shows the node, its limits and its hot partition")
  void onceAsJson() throws Exception {
    Installation installation = Installation.locate();
    Path parent = Files.createDirectories(Path.of("target", "nodes"));
    ClusterSpec spec =
        ClusterSpec.of(installation.cassandraLib(), Files.createTempDirectory(parent, "cluster"))
            .withNativePort(PORT)
            .withOptions(NodeOptions.protectedBy(installation.plugin().orElseThrow()));
    try (Cluster cluster = Cluster.start(spec)) {
      readTooOften(cluster);

      JsonNode snapshot = top();

      assertThat(snapshot.at("/nodes/0/address").asText()).isEqualTo("127.0.0.1:" + PORT);
      assertThat(snapshot.at("/nodes/0/state").asText()).isEqualTo("up");
      assertThat(snapshot.at("/nodes/0/reads/p99_ms").isNumber()).isTrue();
      JsonNode limit = snapshot.at("/limits/0");
      assertThat(limit.at("/table").asText()).isEqualTo("t");
      assertThat(limit.at("/kind").asText()).isEqualTo("reads");
      assertThat(limit.at("/limit").asInt()).isEqualTo(1);
      assertThat(limit.at("/accepted").asInt() + limit.at("/rejected").asInt())
          .isEqualTo(OVER_THE_LIMIT);
      assertThat(snapshot.at("/hot_partitions/0/partition_key").asText()).isEqualTo("7");
    }
  }

  private static JsonNode top() throws Exception {
    StringWriter out = new StringWriter();
    CommandLine command = new CommandLine(new TopCommand()).setOut(new PrintWriter(out, true));

    assertThat(command.execute("--port", Integer.toString(PORT), "--once", "--json")).isZero();
    return new ObjectMapper().readTree(out.toString());
  }

  private static void readTooOften(Cluster cluster) {
    try (CqlSession session =
        CqlSession.builder()
            .addContactPoints(cluster.contactPoints())
            .withLocalDatacenter("datacenter1")
            .build()) {
      run(
          session,
          "CREATE KEYSPACE ks WITH replication ="
              + " {'class': 'SimpleStrategy', 'replication_factor': 1}");
      run(
          session,
          "CREATE TABLE ks.t (k int PRIMARY KEY)"
              + " WITH per_partition_rate_limit = {'max_reads_per_second': 1}");
      for (int i = 0; i < OVER_THE_LIMIT; i++) {
        try {
          run(session, "SELECT * FROM ks.t WHERE k = 7");
        } catch (InvalidConfigurationInQueryException e) {
          // Refused, which top is to show.
        }
      }
    }
  }

  private static void run(CqlSession session, String query) {
    session.execute(SimpleStatement.newInstance(query).setTimeout(Duration.ofSeconds(20)));
  }
}
