package io.goodput.lab.nodetests;

import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.ServerError;
import io.goodput.lab.nodes.Cluster;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A node that coordinates requests and never joins the ring")
class UnjoinedNodeClusterIT {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  @AutoClose("kill")
  private final Cluster cluster =
      Cluster.open(Nodes.on(Nodes.SHARED_PORT).withNodes(2).withOptions(Nodes.withPlugin()));

  @Test
  @DisplayName("enforces an override until it expires")
  void override_isInForceUntilItExpires() {
    cluster.start(cluster.node(1));
    cluster.start(
        cluster.node(2), Nodes.withPlugin().withJvmArgument("-Dcassandra.join_ring=false"));
    try (Cql joined = Cql.connect(cluster.node(1), "ks");
        Cql unjoined = Cql.connect(cluster.node(2), "ks")) {
      joined.run("CREATE TABLE ks.t (k int PRIMARY KEY)");
      SimpleStatement read = SimpleStatement.newInstance("SELECT k FROM ks.t WHERE k = 1");
      // A node learns of a new table, and knows it for a moment before it can read it.
      await()
          .atMost(TIMEOUT)
          .ignoreExceptionsMatching(
              error -> error instanceof InvalidQueryException || error instanceof ServerError)
          .until(() -> Flood.isAccepted(unjoined, read));

      joined.run(
          "UPDATE goodput.overrides USING TTL 10 SET max_reads_per_second = 0 WHERE"
              + " keyspace_name = 'ks' AND table_name = 't' AND partition_key = '1'");

      await().atMost(TIMEOUT).until(() -> !Flood.isAccepted(unjoined, read));
      await().atMost(TIMEOUT).until(() -> Flood.isAccepted(unjoined, read));
    }
  }
}
