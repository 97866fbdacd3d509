package io.goodput.bench.tokenbucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.bench.report.Chart;
import io.goodput.bench.report.Findings;
import io.goodput.bench.report.Rounds;
import io.goodput.bench.tokenbucket.BucketCase.Durability;
import io.goodput.bench.tokenbucket.BucketCase.Ids;
import io.goodput.bench.tokenbucket.BucketCase.Load;
import io.goodput.bench.tokenbucket.BucketCase.Mode;
import io.goodput.bench.tokenbucket.CaseRuns.BucketRun;
import io.goodput.sql.Isolation;
import java.util.List;
import org.junit.jupiter.api.Test;

class TokenBucketResultTest {

  private static final CaseRuns SQL = runs(Mode.SQL, BucketCase.MANY, 100);
  private static final CaseRuns LEASED = runs(Mode.LEASED, BucketCase.MANY, 1_200);

  @Test
  void headline_leasesAndSql_comparesThem() {
    assertThat(findings(SQL, LEASED).headline())
        .isEqualTo(
            "50 threads that share a bucket get 600 tokens/s with leases, 12.00 times as many as"
                + " with an SQL statement for each request.");
  }

  @Test
  void headline_otherCases_namesTheFastest() {
    assertThat(findings(runs(Mode.DIRECT, BucketCase.FEW, 100), SQL).headline())
        .isEqualTo("The fastest case, one-10-read-committed-direct, grants 50 tokens/s.");
  }

  @Test
  void remarks_leasesAndSql_compareThem() {
    assertThat(findings(SQL, LEASED).remarks())
        .containsExactly("Leases with one bucket get 12.00 times the tokens of SQL.");
  }

  @Test
  void charts_first_isThroughput() {
    assertThat(findings(SQL, LEASED).charts())
        .extracting(Chart::title)
        .containsExactly("Throughput of one bucket", "Latency of 50 threads, one bucket");
  }

  private static Findings findings(CaseRuns... cases) {
    return new TokenBucketResult(BucketLengths.QUICK, "PostgreSQL 17", 30, List.of(cases))
        .findings();
  }

  /** One process that gets all its tokens within two seconds. */
  private static CaseRuns runs(Mode mode, int threads, long granted) {
    Tally tally =
        new Tally(
            granted,
            granted,
            0,
            List.of(granted, 0L),
            List.of(granted),
            0,
            List.of(),
            List.of(),
            Tally.encoded(Tally.histogram()));
    return new CaseRuns(
        BucketCase.closedLoop(Ids.ONE, mode, Isolation.READ_COMMITTED, threads, Durability.ON),
        Durability.ON,
        new Rounds<>(List.of(new BucketRun(Load.UNBOUND.rate(), List.of(tally), 2, 2))));
  }
}
