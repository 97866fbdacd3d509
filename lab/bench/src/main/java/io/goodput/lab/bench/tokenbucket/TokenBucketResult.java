package io.goodput.lab.bench.tokenbucket;

import io.goodput.cli.CommandException;
import io.goodput.core.bucket.Rate;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Findings.Fact;
import io.goodput.lab.bench.report.Json;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.bench.report.Spread;
import io.goodput.lab.bench.report.Table;
import io.goodput.lab.bench.report.Text;
import io.goodput.lab.bench.tokenbucket.BucketCase.Backend;
import io.goodput.lab.bench.tokenbucket.BucketCase.Ids;
import io.goodput.lab.bench.tokenbucket.BucketCase.Load;
import io.goodput.lab.bench.tokenbucket.BucketCase.Mode;
import io.goodput.lab.bench.tokenbucket.TokenBucketBenchmark.Lengths;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What {@code token-bucket} found.
 *
 * @param version of the database
 * @param emptyNanos time in nanoseconds that a request in a closed loop takes if it does nothing
 * @param cases at least one
 */
record TokenBucketResult(Lengths lengths, String version, double emptyNanos, List<CaseRuns> cases) {

  private static final List<Figure<Tally>> CLIENT =
      List.of(Figure.of("asked", Tally::asked), Figure.of("granted", Tally::granted));

  /** Sums and medians over the rounds; the clients are those of the last round. */
  private static final List<Figure<CaseRuns>> BINDING =
      List.of(
          Figure.of("granted", row -> row.sum(Tally::granted)),
          Figure.of("allowed", row -> row.rounds().sum(run -> (long) run.allowed())),
          Figure.of("clients", row -> Figure.json(CLIENT, row.rounds().last().clients())));

  private static final List<Figure<CaseRuns>> CASE =
      List.of(
          Figure.<CaseRuns>of("name", row -> row.what().toString()).as("case"),
          Figure.of("mode", row -> Text.name(row.what().mode())),
          Figure.of("ids", row -> Text.name(row.what().ids())),
          Figure.of("isolation", TokenBucketResult::isolation),
          Figure.of("backend", row -> Text.name(row.what().backend())),
          Figure.of("clients", row -> row.what().threads()),
          Figure.of("processes", row -> row.rounds().last().clients().size()),
          Figure.<CaseRuns>of("durability", row -> row.isDurable() ? "on" : "off").as("fsync"),
          Figure.of("rate", row -> row.what().binding() ? row.what().perSecond() : null),
          Figure.of("rate_per_s", row -> row.what().perSecond()),
          Figure.of("burst", row -> row.what().rate().burst()),
          Figure.<CaseRuns>median(
                  "tokens_per_s", 0, row -> row.rounds().spread(BucketRun::tokensPerSecond))
              .as("tokens/s"),
          Figure.of(
              "round_tokens_per_s",
              row ->
                  row.rounds().list().stream()
                      .map(run -> Json.rounded(run.tokensPerSecond(), 0))
                      .toList()),
          Figure.<CaseRuns>number("p50_us", 3, row -> row.micros(50))
              .as("p50 us", row -> text(row.micros(50))),
          Figure.<CaseRuns>number("p99_us", 3, row -> row.micros(99))
              .as("p99 us", row -> text(row.micros(99))),
          Figure.number("longest_us", 0, row -> row.micros(100)),
          Figure.<CaseRuns>of("refused", row -> row.sum(Tally::rejected)).as("rejected"),
          Figure.<CaseRuns>of("retries", row -> row.sum(Tally::retries)).as("retries"),
          ifBinding(
                  "granted_of_allowed", 4, row -> row.rounds().median(BucketRun::grantedOfAllowed))
              .as("% of allowed", TokenBucketResult::ofAllowed),
          // By how many tokens the worst time span exceeded its limit; negative if none did.
          ifBinding("worst_window", 0, row -> row.rounds().spread(BucketRun::excess).highest()),
          ifBinding("jain", 4, row -> row.rounds().median(BucketRun::fairness))
              .as(
                  "Jain",
                  row -> isEqual(row) ? row.rounds().spread(BucketRun::fairness).text(3) : ""),
          Figure.group("binding", row -> row.what().binding() ? row : null, BINDING));

  private static final List<Figure<TokenBucketResult>> SETTING =
      List.of(
          Figure.of("database", TokenBucketResult::version),
          Figure.of("client_processes", it -> it.cases.get(0).rounds().last().clients().size()),
          Figure.of("lengths", TokenBucketResult::lengths),
          Figure.number("nanoseconds_for_the_clock_and_recording", 0, it -> it.emptyNanos));

  private static @Nullable String isolation(CaseRuns row) {
    BucketCase what = row.what();
    return what.backend() == Backend.POSTGRESQL ? Text.name(what.isolation()) : null;
  }

  private static Figure<CaseRuns> ifBinding(
      String key, int decimals, ToDoubleFunction<CaseRuns> number) {
    return Figure.of(
        key,
        row -> row.what().binding() ? Json.rounded(number.applyAsDouble(row), decimals) : null);
  }

  private static String text(double micros) {
    return Text.number(micros, micros < 10 ? 3 : 0);
  }

  /** A run as a line of progress. */
  static String line(CaseRuns run) {
    return "  " + Figure.line(CASE, run);
  }

  /**
   * One run of a case.
   *
   * @param rate the limit
   * @param clients a tally for each process
   * @param seconds in which requests counted
   * @param databaseSeconds from before the first request to after the last, on the database's
   *     clock; with a small burst, from the first token to the last, on the client's clock
   */
  record BucketRun(Rate rate, List<Tally> clients, double seconds, double databaseSeconds) {

    long sum(ToLongFunction<Tally> count) {
      return clients.stream().mapToLong(count).sum();
    }

    double tokensPerSecond() {
      return sum(Tally::granted) / seconds;
    }

    /** The most tokens that the bucket may grant, full at the start. */
    double allowed() {
      return rate.burst() + rate.perSecond() * databaseSeconds;
    }

    /** By how many tokens any time span exceeded its limit; negative if none did. */
    double excess() {
      return Tally.excess(clients, rate);
    }

    /**
     * Ends the benchmark if Goodput granted too much.
     *
     * @throws CommandException if any time span exceeded its limit
     */
    void requireLimit(BucketCase what) {
      // Closed loops have no spans: the whole of a run is one.
      double most = Math.max(excess(), sum(Tally::granted) - allowed());
      if (what.mode().isGoodput() && most > 0) {
        throw new CommandException(
            "%s exceeded its limit by %.0f tokens: this is a defect of Goodput."
                .formatted(what, most));
      }
    }

    /** Jain's index of fairness between threads: 1 if all got the same, 1/n if one got all. */
    double fairness() {
      List<Long> shares =
          clients.stream().flatMap(client -> client.grantedByThread().stream()).toList();
      double sum = shares.stream().mapToDouble(share -> share).sum();
      double squares = shares.stream().mapToDouble(share -> (double) share * share).sum();
      return sum * sum / (shares.size() * squares);
    }

    double grantedOfAllowed() {
      return sum(Tally::granted) / allowed();
    }
  }

  /** The runs of a case. */
  record CaseRuns(BucketCase what, boolean isDurable, Rounds<BucketRun> rounds) {

    /** A sum over all rounds and processes. */
    long sum(ToLongFunction<Tally> count) {
      return rounds.sum(run -> run.sum(count));
    }

    double tokensPerSecond() {
      return rounds.median(BucketRun::tokensPerSecond);
    }

    /** Tokens per second as a multiple of another case, round by round. */
    String ratio(CaseRuns base) {
      Spread ratio = rounds.ratio(base.rounds, BucketRun::tokensPerSecond);
      return ratio.median() < 100 ? ratio.ratio() : ratio.text(0);
    }

    /** A percentile of the latencies of all rounds, in microseconds. */
    double micros(double percentile) {
      return Tally.latencies(rounds.list().stream().flatMap(run -> run.clients().stream()))
              .getValueAtPercentile(percentile)
          / 1e3;
    }
  }

  Findings findings() {
    return new Findings(
        "Token buckets",
        headline(),
        Table.of(CASE, cases),
        remarks(),
        List.of(),
        Fact.of(SETTING, this),
        Map.of("cases", Figure.json(CASE, cases)));
  }

  private String headline() {
    List<CaseRuns> binding =
        where(what -> what.load() == Load.BINDING_10K && what.threads() == BucketCase.EQUALS);
    if (!binding.isEmpty()) {
      return Text.of(
          "%d threads that ask a bucket of %d tokens/s for twice as many get of that limit: %s.",
          BucketCase.EQUALS,
          binding.get(0).what().perSecond(),
          binding.stream()
              .map(
                  row ->
                      Text.of(
                          "%s %.0f%% (p99 %s us)",
                          row.what().mode().title(),
                          100 * row.rounds().median(BucketRun::grantedOfAllowed),
                          text(row.micros(99))))
              .collect(Collectors.joining(", ")));
    }
    CaseRuns best =
        cases.stream().max(Comparator.comparing(CaseRuns::tokensPerSecond)).orElseThrow();
    return Text.of(
        "The fastest case, %s, grants %.0f tokens/s.", best.what(), best.tokensPerSecond());
  }

  private List<CaseRuns> where(Predicate<BucketCase> wanted) {
    return cases.stream().filter(row -> wanted.test(row.what())).toList();
  }

  private List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    for (Ids ids : Ids.values()) {
      remarks.addAll(
          leases(
              "At a rate that never binds, leases with " + ids.title,
              what -> what.isMain(ids, BucketCase.MANY)));
      remarks.addAll(
          leases(
              "With 1,000 callers, leases with " + ids.title,
              what -> what.isMain(ids, BucketCase.CROWD)));
    }
    remarks.addAll(
        leases(
            "In Cassandra, leases",
            what -> what.backend() == Backend.CASSANDRA && !what.binding()));
    where(what -> what.load() == Load.LOCKED_ROWS).forEach(row -> remarks.addAll(withLocked(row)));
    where(what -> what.load() == Load.HANGING).forEach(row -> remarks.add(hanging(row)));
    where(what -> what.load() == Load.SHARES)
        .forEach(row -> remarks.add(granted(row.rounds().last())));
    return remarks;
  }

  /** How leases compare with the other cases of a group; empty if they were not measured. */
  private List<String> leases(String subject, Predicate<BucketCase> group) {
    List<CaseRuns> rows = where(group);
    return rows.stream()
        .filter(row -> row.what().mode() == Mode.LEASED)
        .map(
            leased ->
                rows.stream()
                    .filter(row -> !row.equals(leased))
                    .map(
                        row ->
                            leased.ratio(row) + " times the tokens of " + row.what().mode().title())
                    .reduce((one, other) -> one + ", " + other)
                    .orElse(Text.of("%.0f tokens/s", leased.tokensPerSecond())))
        .map(ratios -> subject + " get " + ratios + ".")
        .toList();
  }

  /** Empty without a case to compare with. */
  private List<String> withLocked(CaseRuns row) {
    return where(what -> what.isMain(Ids.FRESH, row.what().threads()) && what.mode() == Mode.LEASED)
        .stream()
        .map(
            base ->
                Text.of(
                    "While %d rows are locked, leases of other buckets get %s times as many tokens"
                        + " as otherwise.",
                    LockedRows.COUNT, row.ratio(base)))
        .toList();
  }

  private static String hanging(CaseRuns row) {
    return Text.of(
        "While the database hangs, %d callers of new buckets got answers after %s us (median) to"
            + " %s us (the longest): %d of %d calls got tokens.",
        row.what().threads(),
        text(row.micros(50)),
        text(row.micros(100)),
        row.sum(Tally::granted),
        row.sum(Tally::asked));
  }

  private static boolean isEqual(CaseRuns row) {
    return Load.EQUAL.contains(row.what().load());
  }

  /** Whether threads ask for more than the limit, all for the same. */
  private static boolean isOverloaded(CaseRuns row) {
    return isEqual(row) || row.what().polls() || row.what().load() == Load.SETTLED;
  }

  /** What threads that ask for more than the limit got of it; empty for other cases. */
  private static String ofAllowed(CaseRuns row) {
    if (!isOverloaded(row)) {
      return "";
    }
    double most = row.rounds().spread(BucketRun::excess).highest();
    return row.rounds().spread(run -> 100 * run.grantedOfAllowed()).text(1)
        + (most > 0 ? Text.of(", and %.0f too many in some time span", most) : "");
  }

  private static String granted(BucketRun run) {
    return Text.of(
        "With a rate of %d/s and a burst of %d, the bucket granted %d of at most %.0f tokens in"
            + " %.1f s on the database's clock (%.1f%%); granted to asked per process: %s.",
        (long) run.rate().perSecond(),
        run.rate().burst(),
        run.sum(Tally::granted),
        run.allowed(),
        run.databaseSeconds(),
        100 * run.grantedOfAllowed(),
        run.clients().stream()
            .map(client -> client.granted() + " of " + client.asked())
            .collect(Collectors.joining(", ")));
  }
}
