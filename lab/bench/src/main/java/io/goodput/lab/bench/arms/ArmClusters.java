package io.goodput.lab.bench.arms;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.load.ErrorsOnOverload;
import io.goodput.lab.bench.load.LoadClient;
import io.goodput.lab.bench.load.OpenLoop;
import io.goodput.lab.bench.load.OpenLoop.Load;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Requests;
import io.goodput.lab.bench.load.WarmUp;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.nodes.TemporaryCluster;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A cluster of each arm, all at once, so that other work on this machine slows all of them. */
public final class ArmClusters implements AutoCloseable {

  public static final int NODES = 3;

  /** The clients log in as this role, whose password is its name. */
  public static final String ROLE = "application";

  private final Bench bench;
  private final List<ArmCluster> clusters = new ArrayList<>();

  private ArmClusters(Bench bench) {
    this.bench = bench;
  }

  /** A cluster of an arm with its client. */
  public record ArmCluster(
      Arm arm, TemporaryCluster nodes, LoadClient client, Requests requests, Duration deadline)
      implements AutoCloseable {

    /** Starts one of several clusters, numbered from 0, and waits until it answers. */
    static ArmCluster start(Bench bench, int number, Arm arm, Setup setup)
        throws InterruptedException {
      bench.say("Starting the %s nodes ...", arm);
      TemporaryCluster nodes =
          bench.start(
              number,
              spec -> spec.withNodes(ArmClusters.NODES).withOptions(setup.options(arm, bench)));
      try {
        LoadClient client = connect(arm, nodes.cluster().contactPoints(), setup.isSecured());
        Requests requests = setup.requests().apply(nodes, client);
        return new ArmCluster(arm, nodes, client, requests, setup.deadline());
      } catch (RuntimeException e) {
        nodes.close();
        throw e;
      }
    }

    private static LoadClient connect(Arm arm, List<InetSocketAddress> nodes, boolean isSecured)
        throws InterruptedException {
      if (isSecured) {
        createRole(nodes);
      }
      // Without authentication, nodes ask for no role.
      return LoadClient.connectAs(ROLE, nodes, () -> builder(arm));
    }

    /** Tuned clients learn of the overload, instead of a node that reads no more from them. */
    private static CqlSessionBuilder builder(Arm arm) {
      return arm == Arm.TUNED ? new ErrorsOnOverload() : CqlSession.builder();
    }

    /** Builds sessions as the clients of this arm have them. */
    public CqlSessionBuilder sessions() {
      return builder(arm)
          .addContactPoints(nodes.cluster().contactPoints())
          .withAuthCredentials(ROLE, ROLE);
    }

    /** Creates the role of the clients on all nodes, so that it logs in while one is down. */
    private static void createRole(List<InetSocketAddress> nodes) throws InterruptedException {
      try (LoadClient operator = LoadClient.connectAs("cassandra", nodes, CqlSession::builder)) {
        operator
            .session()
            .execute(
                "ALTER KEYSPACE system_auth WITH replication ="
                    + " {'class': 'NetworkTopologyStrategy', 'datacenter1': %d}".formatted(NODES));
        operator
            .session()
            .execute("CREATE ROLE %s WITH PASSWORD = '%1$s' AND LOGIN = true".formatted(ROLE));
      }
    }

    public Load load(double perSecond) {
      return new Load(requests, perSecond, 0, LoadClient.MAX_IN_FLIGHT_PER_NODE, deadline);
    }

    /** Offers requests in an open loop. */
    public Recording offer(double perSecond, int seconds) throws InterruptedException {
      return OpenLoop.run(seconds, List.of(load(perSecond))).get(0);
    }

    /**
     * Offers a light load until it is served well: the p99 of a second is below a quarter of the
     * deadline. Returns the seconds from {@code since} to the start of that second; NaN if none
     * came within a minute.
     */
    public double secondsUntilWell(long since, double light) throws InterruptedException {
      long giveUp = since + TimeUnit.MINUTES.toNanos(1);
      for (long begin = System.nanoTime(); begin < giveUp; begin = System.nanoTime()) {
        if (offer(light, 1).whole().p99Millis() < deadline.toMillis() / 4.0) {
          return (begin - since) / (double) TimeUnit.SECONDS.toNanos(1);
        }
      }
      return Double.NaN;
    }

    @Override
    public void close() {
      client.close();
      nodes.close();
    }
  }

  /** Starts the clusters one after the other, and waits until they answer. */
  public static ArmClusters start(Bench bench, Setup setup) throws InterruptedException {
    ArmClusters started = new ArmClusters(bench);
    try {
      for (Arm arm : Arm.values()) {
        started.clusters.add(ArmCluster.start(bench, started.clusters.size(), arm, setup));
      }
      return started;
    } catch (RuntimeException | InterruptedException e) {
      started.close();
      throw e;
    }
  }

  /**
   * Warms up all clusters, then keeps nodes and client to a core each. Returns whether it could.
   */
  public boolean warmUp(int clients, int maxSeconds) throws InterruptedException {
    // Compilers finish sooner with all cores.
    for (ArmCluster cluster : clusters) {
      bench.say("Warming up the %s nodes ...", cluster.arm());
      WarmUp.untilStable(cluster.requests(), clients, maxSeconds, bench.progress());
    }
    boolean pinned =
        Cores.separate(
            clusters.stream().flatMap(one -> one.nodes().cluster().nodes().stream()).toList());
    bench.say(
        pinned
            ? "The nodes share one core, the client has another"
            : "Nodes and client share all cores: two cores and taskset would separate them");
    return pinned;
  }

  /** The clusters in the order of a round, counted from 1. */
  public List<ArmCluster> inOrder(int round) {
    return Rounds.order(clusters, round);
  }

  @Override
  public void close() {
    clusters.forEach(ArmCluster::close);
  }
}
