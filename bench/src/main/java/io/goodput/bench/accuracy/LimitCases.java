package io.goodput.bench.accuracy;

import static com.datastax.oss.driver.api.core.DefaultConsistencyLevel.ALL;
import static com.datastax.oss.driver.api.core.DefaultConsistencyLevel.ONE;
import static com.datastax.oss.driver.api.core.DefaultConsistencyLevel.QUORUM;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.goodput.bench.accuracy.LimitCase.Conditions;
import io.goodput.bench.accuracy.LimitCase.Kind;
import io.goodput.simulation.limit.LimitScenario.Routing;
import java.util.ArrayList;
import java.util.List;

/** The cases of the benchmark {@code limit-accuracy}. */
public final class LimitCases {

  private static final int[] OVERLOADS = {2, 10, 100, 1000};

  /** Measured cases from here on have a lower limit: this machine also offers the load. */
  private static final int HEAVY_OVERLOAD = 100;

  private LimitCases() {}

  /** Every case that three nodes can run. */
  public static List<LimitCase> full() {
    List<LimitCase> cases = new ArrayList<>();
    for (int overload : OVERLOADS) {
      cases.addAll(measured(overload));
    }
    return cases;
  }

  /** All pairs of consistency and routing at ten times the limit, and samples of other loads. */
  public static List<LimitCase> quick() {
    List<LimitCase> tenfold = measured(10);
    List<LimitCase> cases = new ArrayList<>();
    for (int pair = 0; pair < tenfold.size() / 2; pair++) {
      // Each pair has a case for reads and one for writes; pairs take turns between the two.
      cases.add(tenfold.get(2 * pair + pair % 2));
    }
    cases.add(measured(ONE, Routing.TOKEN_AWARE, Kind.WRITES, 2));
    cases.add(measured(QUORUM, Routing.ROUND_ROBIN, Kind.WRITES, 2));
    cases.add(measured(ALL, Routing.ONE_REPLICA, Kind.READS, 2));
    cases.add(measured(QUORUM, Routing.TOKEN_AWARE, Kind.READS, HEAVY_OVERLOAD));
    return cases;
  }

  /** Six nodes, also in bad conditions. Only for the simulation. */
  public static List<LimitCase> simulated() {
    List<LimitCase> cases = new ArrayList<>();
    for (Conditions conditions : Conditions.values()) {
      for (int overload : OVERLOADS) {
        for (Routing routing : Routing.values()) {
          for (DefaultConsistencyLevel level : List.of(ONE, QUORUM, ALL)) {
            for (Kind kind : Kind.values()) {
              cases.add(new LimitCase(6, 3, level, routing, kind, overload, 100, conditions));
            }
          }
        }
      }
    }
    return cases;
  }

  private static List<LimitCase> measured(int overload) {
    List<LimitCase> cases = new ArrayList<>();
    for (Routing routing : List.of(Routing.TOKEN_AWARE, Routing.ROUND_ROBIN, Routing.ONE_REPLICA)) {
      for (DefaultConsistencyLevel level : List.of(ONE, QUORUM, ALL)) {
        for (Kind kind : Kind.values()) {
          cases.add(measured(level, routing, kind, overload));
        }
      }
    }
    return cases;
  }

  /** Round robin has one replica, so that some coordinators are not replicas. */
  private static LimitCase measured(
      DefaultConsistencyLevel level, Routing routing, Kind kind, int overload) {
    int replicas = routing == Routing.ROUND_ROBIN ? 1 : 3;
    long limit = overload < HEAVY_OVERLOAD ? 100 : 50;
    return new LimitCase(3, replicas, level, routing, kind, overload, limit, Conditions.GOOD);
  }
}
