package io.goodput.bench.tokenbucket;

import static io.goodput.bench.report.Json.rounded;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.goodput.bench.report.Chart;
import io.goodput.bench.report.Json;
import io.goodput.bench.report.OldFindings;
import io.goodput.bench.report.Report;
import io.goodput.bench.report.Report.Fact;
import io.goodput.bench.report.Spread;
import io.goodput.bench.report.Table;
import io.goodput.sql.Isolation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What {@code token-bucket} found.
 *
 * @param emptyNanos what a request in a closed loop takes if it does nothing
 */
record TokenBucketResult(
    Lengths lengths, int processes, String version, double emptyNanos, List<CaseResult> cases)
    implements OldFindings {

  private static final double P50 = 50;
  private static final double P99 = 99;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final int QUARTERS = 4;
  private static final int MOST_NINES = 5;

  /** Copies the list. */
  TokenBucketResult {
    cases = List.copyOf(cases);
  }

  @Override
  public Table table() {
    return new Table(
        List.of("case", "fsync", "tokens/s", "p50 us", "p99 us", "refused", "retries"),
        cases.stream().map(TokenBucketResult::row).toList());
  }

  private static List<String> row(CaseResult result) {
    return List.of(
        result.what().toString(),
        result.durability().toString(),
        result.tokensPerSecond().whole(),
        micros(result.micros(P50)),
        micros(result.micros(P99)),
        String.valueOf(result.sum(client -> client.asked() - client.granted())),
        String.valueOf(result.sum(Tally::retries)));
  }

  /** A run, for a line of progress. */
  static String line(BucketCase what, Run run) {
    return text(
        "  %-44s %10.0f tokens/s, p99 %s us",
        what,
        run.tokensPerSecond(),
        micros(run.latencies().getValueAtPercentile(P99) / NANOS_PER_MICRO));
  }

  @Override
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    leased(Ids.ONE)
        .ifPresent(
            leased -> {
              remarks.add(ratios("One id: leased", leased, Mode.values()));
              remarks.add(
                  text(
                      "One id: p99 of a leased request %s us, every wait for the database included;"
                          + " the clock and the recording take %.0f ns of it.",
                      micros(leased.micros(P99)), emptyNanos));
            });
    leased(Ids.DIFFERENT)
        .ifPresent(leased -> remarks.add(ratios("An id a thread: leased", leased, Mode.values())));
    leased(Ids.FRESH)
        .ifPresent(leased -> remarks.add(ratios("An id a request: leased", leased, Mode.values())));
    binding().ifPresent(result -> remarks.add(bound(result)));
    return remarks;
  }

  private static String bound(CaseResult result) {
    Run run = result.lastRun();
    long granted = run.sum(Tally::granted);
    double allowed = CaseResult.allowed(result.what(), run);
    return text(
        "Rate %d/s, burst %d: granted %d of at most %.0f in %.1f s on the database's clock (%.1f %%);"
            + " per process, granted of asked: %s.",
        result.what().rate().perSecond(),
        result.what().rate().burst(),
        granted,
        allowed,
        run.databaseSeconds(),
        100 * granted / allowed,
        run.clients().stream()
            .map(client -> client.granted() + " of " + client.asked())
            .collect(Collectors.joining(", ")));
  }

  private String ratios(String subject, CaseResult leased, Mode... modes) {
    List<String> ratios = new ArrayList<>();
    for (Mode mode : modes) {
      if (mode != Mode.LEASED) {
        headline(leased.what().ids(), mode)
            .ifPresent(other -> ratios.add(times(leased.ratio(other)) + " " + mode));
      }
    }
    return ratios.isEmpty()
        ? subject + " alone was measured."
        : "%s grants, in times of the others: %s.".formatted(subject, String.join(", ", ratios));
  }

  private static String times(Spread ratio) {
    return ratio.median() < 100 ? ratio.ratio() : ratio.whole();
  }

  private Optional<CaseResult> leased(Ids ids) {
    return headline(ids, Mode.LEASED);
  }

  /** What the figures that matter are of. */
  private Optional<CaseResult> headline(Ids ids, Mode mode) {
    BucketCase wanted =
        BucketCase.closedLoop(ids, mode, Isolation.READ_COMMITTED, BucketCase.MANY, Durability.ON);
    return cases.stream().filter(result -> result.what().equals(wanted)).findFirst();
  }

  private Optional<CaseResult> binding() {
    return cases.stream().filter(result -> result.what().binding()).findFirst();
  }

  @Override
  public String json() {
    return Json.of(new Document(cases.stream().map(this::caseJson).toList()));
  }

  private CaseJson caseJson(CaseResult result) {
    BucketCase what = result.what();
    return new CaseJson(
        what.toString(),
        what.mode().toString(),
        what.ids().toString(),
        what.isolationName(),
        what.threads(),
        processes,
        result.durability().toString(),
        what.rate().perSecond(),
        what.rate().burst(),
        rounded(result.tokensPerSecond().median(), 0),
        result.runs().stream().map(run -> rounded(run.tokensPerSecond(), 0)).toList(),
        result.sum(Tally::retries),
        result.sum(client -> client.asked() - client.granted()),
        rounded(result.micros(P50), 3),
        rounded(result.micros(P99), 3),
        what.binding() ? bindingJson(result) : null);
  }

  private static BindingJson bindingJson(CaseResult result) {
    Run run = result.lastRun();
    long granted = run.sum(Tally::granted);
    double allowed = CaseResult.allowed(result.what(), run);
    return new BindingJson(
        granted,
        (long) allowed,
        rounded(granted / allowed, 4),
        run.clients().stream()
            .map(client -> new ClientJson(client.asked(), client.granted()))
            .toList());
  }

  @Override
  public Report report(List<Fact> more) {
    List<Fact> setting = new ArrayList<>(more);
    setting.addAll(setting());
    List<Chart> charts = new ArrayList<>();
    for (Ids ids : Ids.values()) {
      List<Chart.Line> lines =
          Arrays.stream(Mode.values())
              .map(mode -> headline(ids, mode))
              .flatMap(Optional::stream)
              .map(TokenBucketResult::byNines)
              .toList();
      if (!lines.isEmpty()) {
        charts.add(
            new Chart(
                "%d threads, %s: latency by percentile".formatted(BucketCase.MANY, described(ids)),
                "Lower is better; equal distances on the axis are equal factors. The axis at the"
                    + " bottom counts the nines: 1 is nine requests of ten, 4 is all but one of ten"
                    + " thousand.",
                Chart.Axis.of("nines"),
                new Chart.Axis("microseconds", true),
                lines));
      }
    }
    binding().ifPresent(result -> charts.add(shares(result.lastRun())));
    return new Report(
        "Token buckets",
        "Several processes take tokens of buckets that a database holds: with a statement for each"
            + " request, of leases, and through Bucket4j on the same database.",
        setting,
        table(),
        charts);
  }

  private static Chart shares(Run run) {
    return new Chart(
        "A rate of %d/s: who gets how much".formatted(BucketCase.BINDING.perSecond()),
        "Who asks for less than a fair share should get all of it, and the others the rest. The"
            + " first second has the burst in it.",
        Chart.Axis.of("seconds"),
        new Chart.Axis("tokens a second", true),
        IntStream.range(0, run.clients().size())
            .mapToObj(
                client -> {
                  List<Long> granted = run.clients().get(client).grantedBySecond();
                  return new Chart.Line(
                      "asks for %.0f/s".formatted(demand(client)),
                      IntStream.range(0, granted.size() - 1)
                          .mapToObj(second -> new Chart.Point(second, granted.get(second)))
                          .toList());
                })
            .toList());
  }

  private static double demand(int client) {
    return BucketCase.LEAST_DEMAND * Math.pow(BucketCase.DEMAND_FACTOR, client);
  }

  private static Chart.Line byNines(CaseResult result) {
    Histogram latencies = result.latencies();
    return new Chart.Line(
        result.what().mode().toString(),
        IntStream.rangeClosed(0, MOST_NINES * QUARTERS)
            .mapToObj(
                quarter -> {
                  double nines = quarter / (double) QUARTERS;
                  double percentile = 100 * (1 - Math.pow(10, -nines));
                  return new Chart.Point(
                      nines, latencies.getValueAtPercentile(percentile) / NANOS_PER_MICRO);
                })
            .toList());
  }

  private static String described(Ids ids) {
    return switch (ids) {
      case ONE -> "one id";
      case DIFFERENT -> "an id a thread";
      case FRESH -> "an id a request";
    };
  }

  private List<Fact> setting() {
    return List.of(
        new Fact("Database", version),
        new Fact("Clients", "%d processes, which share the threads of a case".formatted(processes)),
        new Fact(
            "Modes",
            "sql: the function on a connection for each thread; direct and leased: Goodput; bucket4j:"
                + " its PostgreSQL proxy manager, SELECT FOR UPDATE, on HikariCP with a connection for"
                + " each thread; bucket4j_batching: the same with its strict optimization"),
        new Fact(
            "Rate",
            "%d/s, which does not bind, or %d/s with a burst of %d where the case is binding"
                .formatted(
                    BucketCase.UNBOUND.perSecond(),
                    BucketCase.BINDING.perSecond(),
                    BucketCase.BINDING.burst())),
        new Fact(
            "Rounds",
            "%d of each case in turn, %d ms after %d ms of warm-up; where the rate binds, once for %d s"
                .formatted(
                    lengths.rounds(),
                    lengths.millis(),
                    lengths.warmUpMillis(),
                    lengths.bindingSeconds())),
        new Fact(
            "Latency",
            text(
                "of every request, waits included; %.0f ns of each are the clock and the recording",
                emptyNanos)),
        new Fact(
            "Table", "medians (and ranges) of the rounds; percentiles and sums of all rounds"));
  }

  private static String micros(double micros) {
    return text(micros < 10 ? "%.3f" : "%.0f", micros);
  }

  private static String text(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }

  private record Document(List<CaseJson> cases) {}

  private record CaseJson(
      String name,
      String mode,
      String ids,
      String isolation,
      int threads,
      int processes,
      String durability,
      long ratePerS,
      long burst,
      @Nullable Double tokensPerS,
      List<@Nullable Double> roundTokensPerS,
      long retries,
      long refused,
      @JsonProperty("p50_us") @Nullable Double p50,
      @JsonProperty("p99_us") @Nullable Double p99,
      @Nullable BindingJson binding) {}

  private record BindingJson(
      long granted, long allowed, @Nullable Double grantedOfAllowed, List<ClientJson> clients) {}

  private record ClientJson(long asked, long granted) {}
}
