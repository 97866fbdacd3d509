package io.goodput.lab.bench.tokenbucket;

import io.goodput.lab.bench.report.Text;
import io.goodput.lab.bench.tokenbucket.BucketCase.Backend;
import io.goodput.lab.bench.tokenbucket.BucketCase.Ids;
import io.goodput.lab.bench.tokenbucket.BucketCase.Load;
import io.goodput.lab.bench.tokenbucket.BucketCase.Mode;
import io.goodput.lab.bench.tokenbucket.CaseRuns.BucketRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The goals for leases, and which of them a measurement reached. Ratios are medians over the
 * rounds, and latencies those of all rounds.
 */
final class BucketGoals {

  private static final double TIMES_DIRECT = 10_000;
  private static final double TIMES_BUCKET4J = 2_000;
  private static final double TIMES_DIRECT_ZIPF = 5;
  private static final double LEAST_GRANTED = 0.97;
  private static final double LEAST_JAIN = 0.95;
  private static final double MOST_P50_MICROS = 3;
  private static final double MOST_P99_MICROS = 100;
  private static final double IN_CASSANDRA = 10_000;

  private final List<CaseRuns> cases;
  private final List<String> missed = new ArrayList<>();
  private int reached;

  private BucketGoals(List<CaseRuns> cases) {
    this.cases = cases;
  }

  /** One sentence; empty if no case has a goal. */
  static Optional<String> sentence(List<CaseRuns> cases) {
    return new BucketGoals(cases).sentence();
  }

  private Optional<String> sentence() {
    times(Ids.ONE, Mode.DIRECT, TIMES_DIRECT);
    times(Ids.ONE, Mode.BUCKET4J, TIMES_BUCKET4J);
    times(Ids.ONE, Mode.BUCKET4J_BATCHING, TIMES_BUCKET4J);
    times(Ids.ZIPF, Mode.DIRECT, TIMES_DIRECT_ZIPF);
    times(Ids.ZIPF, Mode.SQL, TIMES_DIRECT_ZIPF);
    cases.stream()
        .filter(row -> row.what().mode() == Mode.LEASED && Load.EQUAL.contains(row.what().load()))
        .filter(row -> row.what().backend() == Backend.POSTGRESQL)
        .forEach(this::accuracy);
    cases.stream()
        .filter(row -> row.what().mode() == Mode.LEASED && row.what().load() == Load.UNBOUND)
        .filter(row -> row.what().backend() == Backend.CASSANDRA)
        .forEach(
            row ->
                add(
                    row.tokensPerSecond() >= IN_CASSANDRA,
                    Text.of("%s has %.0f tokens/s", row.what(), row.tokensPerSecond())));
    int all = reached + missed.size();
    if (all == 0) {
      return Optional.empty();
    }
    return Optional.of(
        Text.of("Goals for leases: %d of %d are reached", reached, all)
            + (missed.isEmpty() ? "." : "; missed: " + String.join("; ", missed) + "."));
  }

  private void times(Ids ids, Mode peer, double goal) {
    Optional<CaseRuns> leased = unbound(ids, Mode.LEASED);
    Optional<CaseRuns> other = unbound(ids, peer);
    if (leased.isPresent() && other.isPresent()) {
      double ratio =
          leased.get().rounds().ratio(other.get().rounds(), BucketRun::tokensPerSecond).median();
      add(
          ratio >= goal,
          Text.of(
              "leases with %s get %s times the tokens of %s, not %.0f",
              ids.title, Text.number(ratio, ratio < 100 ? 2 : 0), peer.title(), goal));
    }
  }

  private Optional<CaseRuns> unbound(Ids ids, Mode mode) {
    return cases.stream().filter(row -> row.what().isMain(ids, mode, BucketCase.MANY)).findFirst();
  }

  private void accuracy(CaseRuns row) {
    double granted = row.rounds().median(BucketRun::grantedOfAllowed);
    double jain = row.rounds().median(BucketRun::fairness);
    add(granted >= LEAST_GRANTED, Text.of("%s granted %.2f%%", row.what(), 100 * granted));
    add(jain >= LEAST_JAIN, Text.of("%s has a Jain's index of %.3f", row.what(), jain));
    add(
        row.micros(50) <= MOST_P50_MICROS,
        Text.of("%s has a p50 of %.1f us", row.what(), row.micros(50)));
    add(
        row.micros(99) <= MOST_P99_MICROS,
        Text.of("%s has a p99 of %.0f us", row.what(), row.micros(99)));
  }

  private void add(boolean isReached, String text) {
    if (isReached) {
      reached++;
    } else {
      missed.add(text);
    }
  }
}
