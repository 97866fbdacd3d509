package io.goodput.cli.buckets;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.cassandra.CassandraBuckets;
import io.goodput.cli.CommandRun;
import io.goodput.cli.TestNodes;
import io.goodput.cli.connect.LoginOptions;
import io.goodput.lab.nodes.Cluster;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@DisplayName("buckets define, undefine, and classes, on one node")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BucketsOnCassandraIT {

  private static final int PORT = 9396;

  @AutoClose("kill")
  private final Cluster cluster = Cluster.start(TestNodes.on(PORT));

  @BeforeAll
  void createKeyspace() {
    try (CqlSession session = session()) {
      TestNodes.execute(
          session,
          "CREATE KEYSPACE billing WITH replication"
              + " = {'class': 'NetworkTopologyStrategy', 'replication_factor': 1}");
      CassandraBuckets.on(session, "billing").open().install().close();
    }
  }

  @Test
  void define_ofABucket_isInForceUntilUndefine() {
    assertThat(run("define", "tenant-1", "5 per day").out()).startsWith("tenant-1: 5 per");
    try (CqlSession session = session();
        TokenBuckets buckets =
            CassandraBuckets.on(session, "billing").timeout(Duration.ofSeconds(10)).open()) {
      assertThat(buckets.bucket("tenant-1").peek().remaining()).isEqualTo(5);
    }

    assertThat(run("undefine", "tenant-1").out()).isEqualTo("tenant-1: the limits are removed.\n");
    assertThat(run("undefine", "tenant-1").out()).isEqualTo("tenant-1 had no defined limits.\n");
  }

  @Test
  void classes_haveWhatWasDefined() {
    assertThat(run("define", "free-*", "5 per day").exit()).isZero();
    assertThat(run("classes", "--json").out()).contains("\"free-*\":\"5 per");
    assertThat(run("undefine", "free-*").exit()).isZero();
    assertThat(run("classes").out()).isEqualTo("No class has limits.\n");
  }

  @Test
  void define_inAnotherKeyspace_saysWhatToCheck() {
    CommandRun run =
        CommandRun.of(
            "buckets", "define", "a", "5 per day", "--keyspace", "system", "--port=" + PORT);

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("Check that the buckets are installed in this keyspace");
  }

  private static CommandRun run(String... arguments) {
    String[] all = new String[arguments.length + 4];
    all[0] = "buckets";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    all[arguments.length + 1] = "--keyspace";
    all[arguments.length + 2] = "billing";
    all[arguments.length + 3] = "--port=" + PORT;
    return CommandRun.of(all);
  }

  private CqlSession session() {
    return LoginOptions.connect(List.of(cluster.node(1).contactPoint()), null, null);
  }
}
