package io.goodput.bench.tokenbucket;

import io.goodput.core.bucket.Rate;
import io.goodput.sql.Isolation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Who asks for tokens, and how.
 *
 * @param threads of all client processes together
 * @param binding whether the rate binds: then each process has a demand of its own, and is one
 *     thread
 * @param durability of the server that is started for it
 */
public record BucketCase(
    Ids ids, Mode mode, Isolation isolation, int threads, boolean binding, Durability durability) {

  /** So high that nothing is ever refused, with as much as flows in during a minute. */
  static final Rate UNBOUND = new Rate(1_000_000_000, 60_000_000_000L);

  /** What the rate is where it binds. */
  static final Rate BINDING = new Rate(1_000, 1_000);

  /** The least demand of a process where the rate binds, in tokens a second. */
  static final int LEAST_DEMAND = 10;

  /** How many times more each process asks for than the one before it. */
  static final int DEMAND_FACTOR = 10;

  static final int FEW = 10;
  static final int MANY = 50;

  private static final List<Mode> STATEMENTS = List.of(Mode.SQL, Mode.DIRECT, Mode.LEASED);
  private static final List<Mode> ALL =
      List.of(Mode.SQL, Mode.DIRECT, Mode.BUCKET4J, Mode.BUCKET4J_BATCHING, Mode.LEASED);

  /** All there are for so many client processes, modes side by side, the rate that binds last. */
  public static List<BucketCase> all(int processes) {
    List<BucketCase> cases = new ArrayList<>();
    for (Mode mode : ALL) {
      for (Ids ids : Ids.values()) {
        cases.add(closedLoop(ids, mode, Isolation.READ_COMMITTED, MANY, Durability.ON));
      }
      cases.add(closedLoop(Ids.ONE, mode, Isolation.READ_COMMITTED, FEW, Durability.ON));
    }
    cases.removeIf(what -> what.mode == Mode.BUCKET4J_BATCHING && what.ids != Ids.ONE);
    for (Mode mode : STATEMENTS) {
      cases.add(closedLoop(Ids.ONE, mode, Isolation.SERIALIZABLE, FEW, Durability.ON));
      cases.add(closedLoop(Ids.ONE, mode, Isolation.SERIALIZABLE, MANY, Durability.ON));
      cases.add(closedLoop(Ids.DIFFERENT, mode, Isolation.READ_COMMITTED, FEW, Durability.ON));
      cases.add(closedLoop(Ids.DIFFERENT, mode, Isolation.SERIALIZABLE, FEW, Durability.ON));
      cases.add(closedLoop(Ids.DIFFERENT, mode, Isolation.SERIALIZABLE, MANY, Durability.ON));
      cases.addAll(seed(mode));
    }
    cases.sort(
        Comparator.comparing(BucketCase::durability)
            .thenComparing(BucketCase::ids)
            .thenComparing(BucketCase::isolation)
            .thenComparing(BucketCase::threads)
            .thenComparing(BucketCase::mode));
    cases.add(
        new BucketCase(
            Ids.ONE, Mode.LEASED, Isolation.READ_COMMITTED, processes, true, Durability.ON));
    return List.copyOf(cases);
  }

  /** The four cases that the series on token buckets with YugabyteDB reports on. */
  private static List<BucketCase> seed(Mode mode) {
    return List.of(
        closedLoop(Ids.DIFFERENT, mode, Isolation.READ_COMMITTED, MANY, Durability.OFF),
        closedLoop(Ids.DIFFERENT, mode, Isolation.SERIALIZABLE, MANY, Durability.OFF),
        closedLoop(Ids.ONE, mode, Isolation.READ_COMMITTED, MANY, Durability.OFF),
        closedLoop(Ids.ONE, mode, Isolation.SERIALIZABLE, FEW, Durability.OFF));
  }

  static BucketCase closedLoop(
      Ids ids, Mode mode, Isolation isolation, int threads, Durability durability) {
    return new BucketCase(ids, mode, isolation, threads, false, durability);
  }

  /** Whether the server that is started for it has commits on disk before it answers. */
  public boolean isDurable() {
    return durability == Durability.ON;
  }

  Rate rate() {
    return binding ? BINDING : UNBOUND;
  }

  /** As in JSON. */
  String isolationName() {
    return isolation.name().toLowerCase(Locale.ROOT);
  }

  /** A name for the command line, as in {@code one-50-read-committed-leased}. */
  @Override
  public String toString() {
    return String.join(
            "-",
            binding ? "binding" : ids.toString(),
            String.valueOf(threads),
            isolationName(),
            mode.toString())
        .replace('_', '-')
        .transform(name -> isDurable() ? name : "no-fsync-" + name);
  }
}
