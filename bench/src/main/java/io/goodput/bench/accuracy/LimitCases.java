package io.goodput.bench.accuracy;

import java.util.ArrayList;
import java.util.List;

/** The cases of the benchmark {@code limit-accuracy}. */
public final class LimitCases {

  private static final int MEASURED_NODES = 3;
  private static final int SIMULATED_NODES = 6;
  private static final int REPLICATION_FACTOR = 3;
  private static final long LIMIT = 100;

  /** From here on a smaller limit, since this machine also has to offer the load. */
  private static final int HEAVY_OVERLOAD = 100;

  private static final long HEAVY_LIMIT = 50;

  private LimitCases() {}

  /** Every case that three nodes can run. */
  public static List<LimitCase> full() {
    List<LimitCase> cases = new ArrayList<>();
    for (int overload : new int[] {2, 10, 100, 1000}) {
      cases.addAll(measured(overload));
    }
    return cases;
  }

  /** Every pair of a consistency level and a routing at tenfold; samples of the others. */
  public static List<LimitCase> quick() {
    List<LimitCase> cases = new ArrayList<>();
    List<LimitCase> tenfold = measured(10);
    for (int i = 0; i < tenfold.size(); i++) {
      if (hasItsTurn(i, tenfold.get(i))) {
        cases.add(tenfold.get(i));
      }
    }
    cases.add(onThreeNodes(Consistency.ONE, Routing.TOKEN_AWARE, Kind.WRITES, 2));
    cases.add(onThreeNodes(Consistency.QUORUM, Routing.ROUND_ROBIN, Kind.WRITES, 2));
    cases.add(onThreeNodes(Consistency.ALL, Routing.ONE_COORDINATOR, Kind.READS, 2));
    cases.add(onThreeNodes(Consistency.QUORUM, Routing.TOKEN_AWARE, Kind.READS, HEAVY_OVERLOAD));
    return cases;
  }

  /** Six nodes, in conditions that are bad too; for the simulation only. */
  public static List<LimitCase> simulated() {
    List<LimitCase> cases = new ArrayList<>();
    for (Conditions conditions : Conditions.values()) {
      for (int overload : new int[] {2, 10, 100, 1000}) {
        for (Routing routing : Routing.values()) {
          for (Consistency consistency : Consistency.values()) {
            for (Kind kind : Kind.values()) {
              cases.add(
                  new LimitCase(
                      SIMULATED_NODES,
                      REPLICATION_FACTOR,
                      consistency,
                      routing,
                      kind,
                      overload,
                      LIMIT,
                      conditions));
            }
          }
        }
      }
    }
    return cases;
  }

  /** Kinds take turns over the pairs of a consistency level and a routing. */
  private static boolean hasItsTurn(int index, LimitCase limitCase) {
    int pair = index / Kind.values().length;
    return limitCase.kind() == (pair % 2 == 0 ? Kind.READS : Kind.WRITES);
  }

  private static List<LimitCase> measured(int overload) {
    List<LimitCase> cases = new ArrayList<>();
    for (Routing routing :
        List.of(Routing.TOKEN_AWARE, Routing.ROUND_ROBIN, Routing.ONE_COORDINATOR)) {
      for (Consistency consistency : Consistency.values()) {
        for (Kind kind : Kind.values()) {
          cases.add(onThreeNodes(consistency, routing, kind, overload));
        }
      }
    }
    return cases;
  }

  /** On three nodes, coordinators that are no replicas take a replication factor below three. */
  private static LimitCase onThreeNodes(
      Consistency consistency, Routing routing, Kind kind, int overload) {
    return new LimitCase(
        MEASURED_NODES,
        routing == Routing.ROUND_ROBIN ? 1 : REPLICATION_FACTOR,
        consistency,
        routing,
        kind,
        overload,
        overload < HEAVY_OVERLOAD ? LIMIT : HEAVY_LIMIT,
        Conditions.GOOD);
  }
}
