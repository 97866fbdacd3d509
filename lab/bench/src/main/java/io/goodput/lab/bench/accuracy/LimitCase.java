package io.goodput.lab.bench.accuracy;

import static com.datastax.oss.driver.api.core.DefaultConsistencyLevel.ALL;
import static com.datastax.oss.driver.api.core.DefaultConsistencyLevel.ONE;
import static com.datastax.oss.driver.api.core.DefaultConsistencyLevel.QUORUM;
import static com.datastax.oss.driver.api.core.DefaultConsistencyLevel.SERIAL;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.goodput.lab.bench.report.Text;
import io.goodput.lab.simulation.limit.LimitScenario;
import io.goodput.lab.simulation.limit.LimitScenario.Decision;
import io.goodput.lab.simulation.limit.LimitScenario.Phase;
import io.goodput.lab.simulation.limit.LimitScenario.Routing;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A load on one partition that exceeds its limit.
 *
 * @param replicationFactor of the keyspace
 * @param consistency ONE, QUORUM, or ALL; SERIAL for serial reads
 * @param routing nodes that clients send their requests to
 * @param overload offered load as a multiple of the limit
 * @param limit operations per second
 */
public record LimitCase(
    int replicationFactor,
    DefaultConsistencyLevel consistency,
    Routing routing,
    Kind kind,
    int overload,
    long limit) {

  /** Nodes of the cluster. */
  static final int NODES = 3;

  /** Measured cases from here on have a lower limit: this machine also offers the load. */
  private static final int HEAVY_OVERLOAD = 100;

  private static final int MOST_IN_BATCH = 4;
  private static final long MOST_PER_SECOND_IN_BATCH = 4000;

  /** Operations on a partition, or on two at once. */
  public enum Kind {
    READS("SELECT v FROM %s WHERE k = ?", Decision.REPLICAS),
    WRITES("UPDATE %s SET v = 1 WHERE k = ?", Decision.REPLICAS),
    SERIAL_READS("SELECT v FROM %s WHERE k = ?", Decision.COORDINATOR),
    READS_OF_TWO("SELECT v FROM %s WHERE k IN (?, ?)", Decision.COORDINATOR),
    COUNTERS("UPDATE %s SET v = v + 1 WHERE k = ?", Decision.COORDINATOR),
    CONDITIONAL_WRITES("UPDATE %s SET v = 1 WHERE k = ? IF EXISTS", Decision.COORDINATOR),
    BATCHES(
        "BEGIN BATCH UPDATE %1$s SET v = 1 WHERE k = ?; UPDATE %1$s SET v = 1 WHERE k = ?;"
            + " APPLY BATCH",
        Decision.COORDINATOR);

    private final String request;
    private final Decision decision;

    Kind(String request, Decision decision) {
      this.request = request;
      this.decision = decision;
    }

    /** The request, with the name of the table left out, and a marker for each key. */
    String request() {
      return request;
    }

    Decision decision() {
      return decision;
    }

    boolean isRead() {
      return this == READS || this == SERIAL_READS || this == READS_OF_TWO;
    }

    /** Paxos serves fewer requests on one partition. */
    boolean isPaxos() {
      return this == SERIAL_READS || this == CONDITIONAL_WRITES;
    }
  }

  /** Operations offered per second. */
  long perSecond() {
    return overload * limit;
  }

  /** Every write goes to all replicas; its consistency level only says how many must answer. */
  private int replicasContacted() {
    if (!kind.isRead() || consistency == DefaultConsistencyLevel.ALL) {
      return replicationFactor;
    }
    return consistency == DefaultConsistencyLevel.ONE ? 1 : replicationFactor / 2 + 1;
  }

  /** The same load on simulated nodes. */
  LimitScenario simulated() {
    return new LimitScenario(
        NODES,
        replicationFactor,
        replicasContacted(),
        routing,
        kind.decision,
        limit,
        List.of(Phase.of(25, (double) perSecond())),
        LimitScenario.Conditions.GOOD,
        1);
  }

  /** Name of the routing in the JSON document. */
  String routingName() {
    return routing == Routing.ONE_REPLICA ? "one_coordinator" : Text.name(routing);
  }

  /** Every case. */
  static List<LimitCase> full() {
    return Stream.of(plain(), smallLimits(), otherKinds()).flatMap(List::stream).toList();
  }

  /** Through all replicas in turn, as of a client that is not aware of tokens. */
  private static List<LimitCase> smallLimits() {
    return Stream.of(1, 2, 5)
        .map(
            limit ->
                new LimitCase(NODES, ONE, Routing.ROUND_ROBIN, Kind.READS, HEAVY_OVERLOAD, limit))
        .toList();
  }

  /** Plain reads and writes. Round robin has one replica, so that some coordinators are none. */
  private static List<LimitCase> plain() {
    List<LimitCase> cases = new ArrayList<>();
    for (int overload : List.of(2, 10, HEAVY_OVERLOAD, 1000)) {
      for (Routing routing :
          List.of(Routing.TOKEN_AWARE, Routing.ROUND_ROBIN, Routing.ONE_REPLICA)) {
        for (DefaultConsistencyLevel level : List.of(ONE, QUORUM, ALL)) {
          for (Kind kind : List.of(Kind.READS, Kind.WRITES)) {
            cases.add(plain(level, routing, kind, overload));
          }
        }
      }
    }
    return cases;
  }

  private static LimitCase plain(
      DefaultConsistencyLevel level, Routing routing, Kind kind, int overload) {
    int replicas = routing == Routing.ROUND_ROBIN ? 1 : NODES;
    long limit = overload < HEAVY_OVERLOAD ? 100 : 50;
    return new LimitCase(replicas, level, routing, kind, overload, limit);
  }

  /** The requests that coordinators decide on, through replicas and others. */
  private static List<LimitCase> otherKinds() {
    List<LimitCase> cases = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      for (int replicas : List.of(1, 2)) {
        if (kind.decision() == Decision.COORDINATOR) {
          cases.add(
              new LimitCase(
                  replicas,
                  kind == Kind.SERIAL_READS ? SERIAL : QUORUM,
                  Routing.ROUND_ROBIN,
                  kind,
                  10,
                  kind.isPaxos() ? 20 : 100));
        }
      }
    }
    return cases;
  }

  /**
   * All pairs of consistency and routing at ten times the limit, samples of other loads, and all
   * kinds of requests.
   */
  static List<LimitCase> quick() {
    List<LimitCase> tenfold = plain().stream().filter(it -> it.overload() == 10).toList();
    List<LimitCase> cases = new ArrayList<>();
    for (int pair = 0; pair < tenfold.size() / 2; pair++) {
      // Each pair has a case for reads and one for writes; pairs take turns between the two.
      cases.add(tenfold.get(2 * pair + pair % 2));
    }
    cases.add(plain(ONE, Routing.TOKEN_AWARE, Kind.WRITES, 2));
    cases.add(plain(QUORUM, Routing.ROUND_ROBIN, Kind.WRITES, 2));
    cases.add(plain(ALL, Routing.ONE_REPLICA, Kind.READS, 2));
    cases.add(plain(QUORUM, Routing.TOKEN_AWARE, Kind.READS, HEAVY_OVERLOAD));
    cases.addAll(smallLimits());
    cases.addAll(otherKinds());
    return cases;
  }

  /**
   * Groups cases that a small machine can offer at the same time, each on its own partition. Keeps
   * the order. A case that is too heavy for any batch gets its own.
   */
  static List<List<LimitCase>> batches(List<LimitCase> cases) {
    List<List<LimitCase>> batches = new ArrayList<>();
    List<LimitCase> batch = List.of();
    long perSecond = 0;
    for (LimitCase next : cases) {
      perSecond += next.perSecond();
      if (batch.isEmpty()
          || batch.size() == MOST_IN_BATCH
          || perSecond > MOST_PER_SECOND_IN_BATCH) {
        batch = new ArrayList<>();
        batches.add(batch);
        perSecond = next.perSecond();
      }
      batch.add(next);
    }
    return batches;
  }
}
