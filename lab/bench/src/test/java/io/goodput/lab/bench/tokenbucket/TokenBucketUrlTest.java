package io.goodput.lab.bench.tokenbucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.goodput.buckets.postgresql.admin.BucketRow;
import io.goodput.buckets.postgresql.admin.BucketRows;
import io.goodput.lab.bench.tokenbucket.TokenBucketBenchmark.Lengths;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a measurement leaves in a database of the user. */
class TokenBucketUrlTest {

  private EmbeddedPostgres postgres;

  @BeforeEach
  void start() throws Exception {
    postgres = EmbeddedPostgres.builder().start();
  }

  @AfterEach
  void stop() throws Exception {
    postgres.close();
  }

  @Test
  void measure_inAnEmptyDatabase_leavesNothing() throws Exception {
    measure();

    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                """
                SELECT (SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace)
                  + (SELECT count(*) FROM pg_proc WHERE pronamespace = 'public'::regnamespace)
                """)) {
      row.next();
      assertThat(row.getLong(1)).isZero();
    }
  }

  @Test
  void measure_besideBucketsOfTheUser_leavesThem() throws Exception {
    try (BucketRows rows = BucketRows.on(url())) {
      rows.install();
      rows.set("mine", 7);
      measure();

      assertThat(rows.list("", 10)).extracting(BucketRow::id).containsExactly("mine");
    }
  }

  private void measure() throws InterruptedException {
    List<BucketCase> cases =
        BucketCase.all(1).stream()
            .filter(what -> what.toString().equals("one-10-read-committed-leased"))
            .toList();
    TokenBucketResult unused =
        new TokenBucketBenchmark(url(), 1, cases)
            .measure(
                new Lengths(1, 10, 10, 1, 0, 100), line -> {}, () -> fail("No case needs a node."));
  }

  private String url() {
    return postgres.getJdbcUrl("postgres", "postgres");
  }
}
