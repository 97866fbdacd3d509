package io.goodput.lab.bench.neighbor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import io.goodput.lab.bench.load.ErrorsOnOverload;
import io.goodput.lab.bench.load.LoadClient;
import io.goodput.lab.bench.load.Requests;
import io.goodput.lab.bench.load.SmallPartitions;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * The clients of all roles. Each has connections of its own.
 *
 * @param background a neighbor whose service level has a tenth of the shares
 * @param rejectedReader a reader that asks overloaded nodes for an error
 * @param rejectedNeighbor the same of the neighbor
 */
record Roles(
    LoadClient reader,
    LoadClient neighbor,
    LoadClient background,
    LoadClient rejectedReader,
    LoadClient rejectedNeighbor)
    implements AutoCloseable {

  private static final String SUPERUSER = "cassandra";
  private static final String READER = "reader";
  private static final String NEIGHBOR = "neighbor";
  private static final String BACKGROUND = "background";

  /** Shares of {@link #BACKGROUND}; a role without a service level has 1000. */
  private static final int BACKGROUND_SHARES = 100;

  /** Logs in as the superuser. */
  static LoadClient operator(List<InetSocketAddress> nodes) throws InterruptedException {
    return LoadClient.connectAs(SUPERUSER, nodes, CqlSession::builder);
  }

  /** Creates the roles and the service level. The tables exist already. */
  static Roles create(CqlSession operator, List<InetSocketAddress> nodes) {
    for (String role : List.of(READER, NEIGHBOR, BACKGROUND)) {
      operator.execute("CREATE ROLE %s WITH PASSWORD = '%1$s' AND LOGIN = true".formatted(role));
    }
    operator.execute("GRANT SELECT ON bench.posts TO " + READER);
    for (String role : List.of(NEIGHBOR, BACKGROUND)) {
      operator.execute("GRANT SELECT ON bench.archive TO " + role);
      operator.execute("GRANT MODIFY ON bench.archive TO " + role);
    }
    operator.execute(
        "CREATE SERVICE LEVEL %s WITH shares = %d".formatted(BACKGROUND, BACKGROUND_SHARES));
    operator.execute("ATTACH SERVICE LEVEL %s TO %1$s".formatted(BACKGROUND));
    return new Roles(
        connect(CqlSession.builder(), nodes, READER),
        connect(CqlSession.builder(), nodes, NEIGHBOR),
        connect(CqlSession.builder(), nodes, BACKGROUND),
        connect(new ErrorsOnOverload(), nodes, READER),
        connect(new ErrorsOnOverload(), nodes, NEIGHBOR));
  }

  /** Logs in as a role whose password is its name. */
  private static LoadClient connect(
      CqlSessionBuilder builder, List<InetSocketAddress> nodes, String role) {
    return LoadClient.connect(builder.addContactPoints(nodes).withAuthCredentials(role, role));
  }

  /** The point reads of a phase. */
  Requests reads(Phase phase) {
    return SmallPartitions.reads(phase == Phase.TUNED ? rejectedReader : reader);
  }

  /** The requests of the neighbor in a phase. */
  Requests neighbor(Phase phase, Neighbor kind) {
    return kind.requests(
        switch (phase) {
          case TUNED -> rejectedNeighbor;
          case UNEQUAL_SHARES -> background;
          default -> neighbor;
        });
  }

  @Override
  public void close() {
    List.of(reader, neighbor, background, rejectedReader, rejectedNeighbor)
        .forEach(LoadClient::close);
  }
}
