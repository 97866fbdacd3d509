package io.goodput.lab.bench.accuracy;

import static com.datastax.oss.driver.api.core.DefaultConsistencyLevel.ALL;
import static com.datastax.oss.driver.api.core.DefaultConsistencyLevel.ONE;
import static com.datastax.oss.driver.api.core.DefaultConsistencyLevel.QUORUM;
import static com.datastax.oss.driver.api.core.DefaultConsistencyLevel.SERIAL;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.goodput.lab.bench.accuracy.LimitCase.Kind;
import io.goodput.lab.simulation.limit.LimitScenario.Decision;
import io.goodput.lab.simulation.limit.LimitScenario.Routing;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The cases of the benchmark {@code limit-accuracy}. */
public final class LimitCases {

  /** Measured cases from here on have a lower limit: this machine also offers the load. */
  private static final int HEAVY_OVERLOAD = 100;

  private static final int MOST_IN_BATCH = 4;
  private static final long MOST_PER_SECOND_IN_BATCH = 4000;

  private LimitCases() {}

  /** Every case. */
  public static List<LimitCase> full() {
    return Stream.concat(plain().stream(), otherKinds().stream()).toList();
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
    int replicas = routing == Routing.ROUND_ROBIN ? 1 : LimitCase.NODES;
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
  public static List<LimitCase> quick() {
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
