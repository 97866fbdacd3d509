package io.goodput.buckets.postgresql;

import static io.goodput.buckets.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.Verdict;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Leases of several buckets that go to the database together")
class TogetherTest {

  private static final int BUCKETS = 40;

  private final String id = UUID.randomUUID().toString();

  @Test
  @DisplayName("all get their tokens")
  void callers_ofDifferentBuckets_areAdmitted() {
    try (TokenBuckets buckets = open()) {
      List<CompletableFuture<Verdict>> answers = acquireFromEach(buckets, BUCKETS);

      assertAdmitted(answers);
    }
  }

  @Test
  @DisplayName("do not wait for a row that another transaction has locked")
  void callers_besideALockedRow_areAdmitted() throws Exception {
    try (TokenBuckets buckets = open()) {
      assertThat(acquireFromEach(buckets, 1).get(0).join().admitted()).isTrue();
      try (Connection other = DriverManager.getConnection(Server.url());
          Statement lock = other.createStatement()) {
        other.setAutoCommit(false);
        lock.execute(
            "SELECT 1 FROM rate_limiting_token_bucket WHERE id = '%s-0' FOR UPDATE".formatted(id));
        List<CompletableFuture<Verdict>> answers = acquireFromEach(buckets, BUCKETS);
        await()
            .until(() -> answers.subList(1, BUCKETS).stream().allMatch(CompletableFuture::isDone));

        assertThat(answers.subList(1, BUCKETS))
            .allSatisfy(answer -> assertThat(answer.join().admitted()).isTrue());
      }
    }
  }

  @Test
  @DisplayName("do not wait for rows that another transaction has inserted and not committed")
  void callers_besideUncommittedRows_areAdmitted() throws Exception {
    // More than there are statements in flight.
    int uncommitted = 4;
    try (TokenBuckets buckets = open();
        Connection other = DriverManager.getConnection(Server.url());
        Statement insert = other.createStatement()) {
      other.setAutoCommit(false);
      for (int i = 0; i < uncommitted; i++) {
        insert.execute("SELECT rate_limiting_request('%s-%d', 1000)".formatted(id, i));
      }
      long begin = System.nanoTime();
      List<CompletableFuture<Verdict>> answers =
          acquireFromEach(buckets, BUCKETS).subList(uncommitted, BUCKETS);
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> answers.stream().allMatch(CompletableFuture::isDone));

      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
    }
  }

  @Test
  @DisplayName("do not fail with a bucket that has no limits")
  void callers_besideABucketWithoutLimits_areAdmitted() {
    try (TokenBuckets buckets = open()) {
      CompletableFuture<Verdict> unlimited =
          buckets.bucket(id + "-unlimited").acquireAsync(1, Duration.ofSeconds(10));
      List<CompletableFuture<Verdict>> answers = acquireFromEach(buckets, BUCKETS);

      assertAdmitted(answers);
      assertThat(unlimited).failsWithin(Duration.ofSeconds(10));
    }
  }

  /** Takes most of each bucket. A caller waits if its row is locked. */
  private List<CompletableFuture<Verdict>> acquireFromEach(TokenBuckets buckets, int count) {
    List<CompletableFuture<Verdict>> answers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      TokenBucket bucket = buckets.bucket(id + "-" + i, perSecond(1_000).burst(1_000));
      answers.add(bucket.acquireAsync(600, Duration.ofSeconds(20)));
    }
    return answers;
  }

  private static void assertAdmitted(List<CompletableFuture<Verdict>> answers) {
    assertThat(answers)
        .allSatisfy(
            answer ->
                assertThat(answer)
                    .succeedsWithin(Duration.ofSeconds(10))
                    .matches(Verdict::admitted));
  }

  private static TokenBuckets open() {
    return PostgresBuckets.on(Server.url()).timeout(Duration.ofSeconds(20)).open();
  }
}
