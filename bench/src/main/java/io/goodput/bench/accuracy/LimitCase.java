package io.goodput.bench.accuracy;

/**
 * A load on one partition that is over its limit.
 *
 * @param nodes of the cluster
 * @param replicationFactor of the keyspace
 * @param overload times the limit that clients ask for
 * @param limit operations a second
 */
public record LimitCase(
    int nodes,
    int replicationFactor,
    Consistency consistency,
    Routing routing,
    Kind kind,
    int overload,
    long limit,
    Conditions conditions) {

  long perSecond() {
    return overload * limit;
  }

  /** Writes go to all replicas, and the consistency level only says how many are waited for. */
  int replicasContacted() {
    return kind == Kind.WRITES ? replicationFactor : consistency.replicas(replicationFactor);
  }

  @Override
  public String toString() {
    return "%-6s %-6s %-15s %4dx of %d/s, RF %d on %d nodes%s"
        .formatted(
            consistency,
            kind,
            routing,
            overload,
            limit,
            replicationFactor,
            nodes,
            conditions == Conditions.GOOD ? "" : ", " + conditions);
  }
}
