package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.goodput.lab.nodes.Node;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Requests in each version of the native protocol at a limit of 0")
@ExtendWith(SharedNode.class)
class ProtocolVersionsIT {

  private static final String KEYSPACE = "protocolversionsit";
  private static final String READ = "SELECT v FROM limited WHERE k = ?";
  private static final String WRITE = "INSERT INTO limited (k, v) VALUES (?, 1)";

  private final Node node;

  ProtocolVersionsIT(Node node) {
    this.node = node;
  }

  @BeforeAll
  static void tables(Cql cql) {
    cql.run("CREATE TABLE free (k int PRIMARY KEY, v int)");
    cql.run("CREATE TABLE limited (k int PRIMARY KEY, v int) WITH " + RateLimit.of(0, 0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"V3", "V4", "V5"})
  void statements_everyVersion_areRejected(String version) {
    try (Cql cql = connect(version)) {
      cql.assertRejected("reads", "limited", () -> cql.run(READ, 1));
      cql.assertRejected("writes", "limited", () -> cql.run(WRITE, 1));
      PreparedStatement read = cql.prepare(READ);
      cql.assertRejected("reads", "limited", () -> cql.run(read.bind(1)));
      PreparedStatement write = cql.prepare(WRITE);
      cql.assertRejected("writes", "limited", () -> cql.run(write.bind(1)));
      BatchStatement batch = BatchStatement.newInstance(BatchType.LOGGED, write.bind(1));
      cql.assertRejected("writes", "limited", () -> cql.run(batch));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"V3", "V4", "V5"})
  void statements_tableWithoutLimits_areServed(String version) {
    try (Cql cql = connect(version)) {
      cql.run("INSERT INTO free (k, v) VALUES (?, ?)", 1, 7);

      assertThat(cql.run(cql.prepare("SELECT v FROM free WHERE k = ?").bind(1)).one().getInt(0))
          .isEqualTo(7);
    }
  }

  @Test
  @DisplayName("A keyspace that a request of version 5 names is the one whose table is limited")
  void statements_withKeyspace_areRejected() {
    try (Cql cql = connect("V5")) {
      cql.run("USE system");
      CqlIdentifier keyspace = CqlIdentifier.fromCql(KEYSPACE);
      SimpleStatement read = SimpleStatement.newInstance(READ, 1).setKeyspace(keyspace);
      SimpleStatement write = SimpleStatement.newInstance(WRITE, 1);
      BatchStatement batch =
          BatchStatement.newInstance(BatchType.UNLOGGED, write).setKeyspace(keyspace);

      cql.assertRejected("reads", "limited", () -> cql.run(read));
      cql.assertRejected("reads", "limited", () -> cql.run(cql.session().prepare(read).bind(1)));
      cql.assertRejected("writes", "limited", () -> cql.run(batch));
    }
  }

  private Cql connect(String version) {
    Duration timeout = Duration.ofSeconds(30);
    DriverConfigLoader config =
        DriverConfigLoader.programmaticBuilder()
            .withString(DefaultDriverOption.PROTOCOL_VERSION, version)
            .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, timeout)
            .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, timeout)
            .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0)
            .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 0)
            .build();
    Cql cql = Cql.connect(Cql.builder(node).withConfigLoader(config), KEYSPACE, 1);
    assertThat(cql.session().getContext().getProtocolVersion().name()).isEqualTo(version);
    return cql;
  }
}
