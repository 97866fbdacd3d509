package io.goodput.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.cli.TestNodes;
import io.goodput.cli.watch.Nodes;
import io.goodput.lab.nodes.Cluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@DisplayName("The console of a user that has only the permissions in the docs")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleGrantsIT {

  private static final int PORT = 9406;
  private static final Pattern GRANT = Pattern.compile("GRANT .+ TO ops(?=;)");

  @AutoClose("kill")
  private final Cluster cluster =
      Cluster.start(TestNodes.on(PORT).withOptions(TestNodes.secured(TestNodes.withPlugin())));

  @BeforeAll
  void grant() throws IOException {
    List<String> grants =
        GRANT
            .matcher(Files.readString(Path.of("..", "docs", "operations.md")))
            .results()
            .map(MatchResult::group)
            .toList();
    try (CqlSession superuser = session("cassandra")) {
      TestNodes.execute(superuser, "CREATE ROLE ops WITH LOGIN = true AND PASSWORD = 'ops'");
      grants.forEach(grant -> TestNodes.execute(superuser, grant));
    }
  }

  private CqlSession session(String role) {
    return TestNodes.session(cluster, role);
  }

  @Test
  @DisplayName("sees the node")
  void node() throws Exception {
    assertThat(frame("ops").at("/nodes/0/line/state").asText()).isEqualTo("up");
  }

  @Test
  @DisplayName("gets each view that a superuser gets")
  void views() throws Exception {
    assertThat(views("ops")).isNotEmpty().isEqualTo(views("cassandra"));
  }

  private Set<String> views(String role) throws Exception {
    Set<String> names = new TreeSet<>();
    frame(role).get("views").fieldNames().forEachRemaining(names::add);
    return names;
  }

  private JsonNode frame(String role) throws Exception {
    try (ClusterSource source = new ClusterSource(new Nodes(session(role)))) {
      return new ObjectMapper().readTree(source.next(true).json());
    }
  }
}
