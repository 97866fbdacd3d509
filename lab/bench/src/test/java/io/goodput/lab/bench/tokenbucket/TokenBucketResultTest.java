package io.goodput.lab.bench.tokenbucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.goodput.buckets.postgresql.Isolation;
import io.goodput.cli.CommandException;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.bench.tokenbucket.BucketCase.Backend;
import io.goodput.lab.bench.tokenbucket.BucketCase.Ids;
import io.goodput.lab.bench.tokenbucket.BucketCase.Load;
import io.goodput.lab.bench.tokenbucket.BucketCase.Mode;
import io.goodput.lab.bench.tokenbucket.TokenBucketBenchmark.Lengths;
import io.goodput.lab.bench.tokenbucket.TokenBucketResult.BucketRun;
import io.goodput.lab.bench.tokenbucket.TokenBucketResult.CaseRuns;
import java.util.List;
import org.junit.jupiter.api.Test;

class TokenBucketResultTest {

  private static final CaseRuns SQL = runs(Mode.SQL, BucketCase.MANY, 100);
  private static final CaseRuns LEASED = runs(Mode.LEASED, BucketCase.MANY, 1_200);
  private static final BucketCase IN_CASSANDRA =
      BucketCase.oneBucket(Backend.CASSANDRA, Mode.LEASED, BucketCase.FEW, Load.UNBOUND);

  @Test
  void headline_bindingRate_comparesWhatIsGranted() {
    assertThat(findings(SQL, LEASED, binding(Mode.LEASED, 28_000), binding(Mode.DIRECT, 3_000)))
        .extracting(Findings::headline)
        .isEqualTo(
            "20 threads that ask a bucket of 10000 tokens/s for twice as many get of that limit:"
                + " leased 93% (p99 0.000 us), direct 10% (p99 0.000 us).");
  }

  @Test
  void requireLimit_goodputGrantsTooMuch_endsTheBenchmark() {
    CaseRuns runs = binding(Mode.DIRECT, 10_000 + 10_000 * 2 + 700);

    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> runs.rounds().last().requireLimit(runs.what()))
        .withMessageContaining("binding-10k-20-read-committed-direct exceeded its limit by");
  }

  @Test
  void requireLimit_peerGrantsTooMuch_isReportedOnly() {
    CaseRuns runs = binding(Mode.BUCKET4J, 10_000 + 10_000 * 2 + 700);

    assertThatCode(() -> runs.rounds().last().requireLimit(runs.what())).doesNotThrowAnyException();
  }

  @Test
  void headline_otherCases_namesTheFastest() {
    assertThat(findings(runs(Mode.DIRECT, BucketCase.FEW, 100), SQL).headline())
        .isEqualTo("The fastest case, one-10-read-committed-direct, grants 50 tokens/s.");
  }

  @Test
  void remarks_leasesAndSql_compareThem() {
    assertThat(findings(SQL, LEASED).remarks())
        .containsExactly(
            "At a rate that never binds, leases with one bucket get 12.00 times the tokens of"
                + " SQL.");
  }

  @Test
  void remarks_bucketInCassandra_haveItsTokens() {
    assertThat(findings(runs(IN_CASSANDRA, 1_000)).remarks())
        .containsExactly("In Cassandra, leases get 500 tokens/s.");
  }

  @Test
  void requireLimit_closedLoopGrantsMoreThanAllowed_endsTheBenchmark() {
    CaseRuns runs = runs(IN_CASSANDRA, 62_000_000_001L);

    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> runs.rounds().last().requireLimit(runs.what()))
        .withMessageContaining("cassandra-10-leased exceeded its limit by 1 tokens");
  }

  private static Findings findings(CaseRuns... cases) {
    return new TokenBucketResult(Lengths.QUICK, "PostgreSQL 17", 30, List.of(cases)).findings();
  }

  private static CaseRuns runs(Mode mode, int threads, long granted) {
    return runs(BucketCase.closedLoop(Ids.ONE, mode, Isolation.READ_COMMITTED, threads), granted);
  }

  private static CaseRuns binding(Mode mode, long granted) {
    return runs(
        BucketCase.oneBucket(Backend.POSTGRESQL, mode, BucketCase.EQUALS, Load.BINDING_10K),
        granted);
  }

  /** One process that gets all its tokens within two seconds. */
  private static CaseRuns runs(BucketCase what, long granted) {
    Tally tally =
        new Tally(
            granted,
            granted,
            0,
            List.of(granted),
            0,
            List.of((int) granted),
            List.of((int) granted),
            Tally.encoded(Tally.histogram()));
    return new CaseRuns(
        what, true, new Rounds<>(List.of(new BucketRun(what.rate(), List.of(tally), 2, 2))));
  }
}
