package io.goodput.lab.bench.tokenbucket;

import io.goodput.lab.bench.report.Chart;
import io.goodput.lab.bench.report.Chart.Line;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Findings.Fact;
import io.goodput.lab.bench.report.Json;
import io.goodput.lab.bench.report.Table;
import io.goodput.lab.bench.report.Text;
import io.goodput.lab.bench.tokenbucket.BucketCase.Backend;
import io.goodput.lab.bench.tokenbucket.BucketCase.Ids;
import io.goodput.lab.bench.tokenbucket.BucketCase.Load;
import io.goodput.lab.bench.tokenbucket.BucketCase.Mode;
import io.goodput.lab.bench.tokenbucket.CaseRuns.BucketRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What {@code token-bucket} found.
 *
 * @param version of the database
 * @param emptyNanos time in nanoseconds that a request in a closed loop takes if it does nothing
 * @param cases at least one
 */
record TokenBucketResult(
    BucketLengths lengths, String version, double emptyNanos, List<CaseRuns> cases) {

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
          constant("mode", BucketCase::mode),
          constant("ids", BucketCase::ids),
          ifPostgres("isolation", BucketCase::isolation),
          constant("backend", BucketCase::backend),
          Figure.of("clients", row -> row.what().threads()),
          Figure.of("processes", row -> row.rounds().last().clients().size()),
          Figure.<CaseRuns>of("durability", row -> name(row.durability())).as("fsync"),
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

  private static Figure<CaseRuns> constant(String key, Function<BucketCase, Enum<?>> constant) {
    return Figure.of(key, row -> Text.name(constant.apply(row.what())));
  }

  private static Figure<CaseRuns> ifPostgres(String key, Function<BucketCase, Enum<?>> constant) {
    return Figure.of(
        key,
        row ->
            row.what().backend() == Backend.POSTGRESQL
                ? Text.name(constant.apply(row.what()))
                : null);
  }

  private static @Nullable String name(@Nullable Enum<?> constant) {
    return constant == null ? null : Text.name(constant);
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

  Findings findings() {
    return new Findings(
        "Token buckets",
        headline(),
        Table.of(CASE, cases),
        remarks(),
        charts(),
        Fact.of(SETTING, this),
        Figure.json(List.of(Figure.of("cases", result -> Figure.json(CASE, result.cases))), this));
  }

  private String headline() {
    List<CaseRuns> binding = withLoad(Load.BINDING_10K, BucketCase.EQUALS);
    if (!binding.isEmpty()) {
      return Text.of(
          "%d threads that ask a bucket of %d tokens/s for twice as many get of that limit: %s.",
          BucketCase.EQUALS,
          (long) Load.BINDING_10K.rate().perSecond(),
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

  private List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    for (Ids ids : Ids.values()) {
      measured(ids, Mode.LEASED, BucketCase.MANY)
          .map(leased -> ratios(leased, ids))
          .ifPresent(
              ratios ->
                  remarks.add(
                      Text.of(
                          "At a rate that never binds, leases with %s get %s.",
                          ids.title, ratios)));
    }
    for (int threads : List.of(BucketCase.FEW, BucketCase.MANY)) {
      ratios(Backend.LOCAL, threads)
          .ifPresent(
              ratios ->
                  remarks.add(
                      Text.of(
                          "In the memory of one process with %d threads, leases get %s.",
                          threads, ratios)));
    }
    ratios(Backend.CASSANDRA, BucketCase.FEW)
        .ifPresent(ratios -> remarks.add(Text.of("In Cassandra, leases get %s.", ratios)));
    shares().ifPresent(run -> remarks.add(granted(run)));
    if (cases.stream().anyMatch(TokenBucketResult::isEqual)) {
      remarks.add(
          "In the cases from binding-1k to binding-100k, threads ask for twice the rate. The table"
              + " tells what they got of what is allowed, and Jain's index of fairness between"
              + " them. Latencies are those of granted requests.");
    }
    return remarks;
  }

  private List<CaseRuns> withLoad(Load load, int threads) {
    return cases.stream()
        .filter(row -> row.what().load() == load && row.what().threads() == threads)
        .toList();
  }

  private static boolean isEqual(CaseRuns row) {
    return Load.EQUAL.contains(row.what().load());
  }

  /** What threads that ask for twice the limit got of it; empty for other cases. */
  private static String ofAllowed(CaseRuns row) {
    if (!isEqual(row)) {
      return "";
    }
    double most = row.rounds().spread(BucketRun::excess).highest();
    return row.rounds().spread(run -> 100 * run.grantedOfAllowed()).text(1)
        + (most > 0 ? Text.of(", and %.0f too many in some time span", most) : "");
  }

  private String ratios(CaseRuns leased, Ids ids) {
    return ratios(
        leased,
        Arrays.stream(Mode.values())
            .filter(mode -> mode != Mode.LEASED)
            .flatMap(mode -> measured(ids, mode, BucketCase.MANY).stream()));
  }

  /** How leases on another back end than PostgreSQL compare, if they were measured. */
  private Optional<String> ratios(Backend backend, int threads) {
    List<CaseRuns> rows =
        cases.stream()
            .filter(row -> row.what().backend() == backend && row.what().threads() == threads)
            .toList();
    return rows.stream()
        .filter(row -> row.what().mode() == Mode.LEASED)
        .findFirst()
        .map(leased -> ratios(leased, rows.stream().filter(row -> !row.equals(leased))));
  }

  private static String ratios(CaseRuns leased, Stream<CaseRuns> others) {
    return others
        .map(it -> leased.ratio(it) + " times the tokens of " + it.what().mode().title())
        .reduce((one, other) -> one + ", " + other)
        .orElse(Text.of("%.0f tokens/s", leased.tokensPerSecond()));
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

  /** A case with read committed transactions and durable commits, if it was measured. */
  private Optional<CaseRuns> measured(Ids ids, Mode mode, int threads) {
    return cases.stream().filter(row -> row.what().isMain(ids, mode, threads)).findFirst();
  }

  private Optional<BucketRun> shares() {
    return cases.stream()
        .filter(row -> row.what().load() == Load.SHARES)
        .findFirst()
        .map(row -> row.rounds().last());
  }

  private List<Chart> charts() {
    List<Chart> charts = new ArrayList<>();
    for (Ids ids : Ids.values()) {
      charts.add(
          Chart.byNines(
              "Latency of %d threads, %s".formatted(BucketCase.MANY, ids.title),
              "microseconds",
              Arrays.stream(Mode.values())
                  .flatMap(mode -> measured(ids, mode, BucketCase.MANY).stream())
                  .map(row -> Line.byNines(row.what().mode().title(), row::micros))
                  .toList()));
    }
    shares().ifPresent(run -> charts.add(shares(run)));
    charts.removeIf(chart -> chart.lines().isEmpty());
    return charts;
  }

  private static Chart shares(BucketRun run) {
    List<Line> lines = new ArrayList<>();
    int demand = BucketCase.LEAST_DEMAND;
    for (Tally client : run.clients()) {
      // The last second is not a whole one.
      List<Long> seconds = client.grantedBySecond().subList(0, client.grantedBySecond().size() - 1);
      lines.add(Line.of("demands %d/s".formatted(demand), seconds, Long::doubleValue));
      demand *= BucketCase.DEMAND_FACTOR;
    }
    return Chart.bySecond(
        "Shares of a rate of %d/s".formatted((long) run.rate().perSecond()),
        "tokens per second",
        lines,
        List.of());
  }
}
