package io.goodput.lab.bench.accuracy;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.goodput.lab.bench.report.Text;
import io.goodput.lab.simulation.limit.LimitScenario;
import io.goodput.lab.simulation.limit.LimitScenario.Decision;
import io.goodput.lab.simulation.limit.LimitScenario.Phase;
import io.goodput.lab.simulation.limit.LimitScenario.Routing;
import java.util.List;

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
}
