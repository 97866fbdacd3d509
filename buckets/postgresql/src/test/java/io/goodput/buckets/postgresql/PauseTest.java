package io.goodput.buckets.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.goodput.buckets.BucketListener;
import io.goodput.buckets.Limit;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.Verdict;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a client does between an answer without tokens and its next request. */
class PauseTest {

  private final String id = "pause-" + UUID.randomUUID();
  private final AtomicInteger answers = new AtomicInteger();

  @Test
  void tryAcquire_duringARequest_isAnsweredWithItAndDoesNotWaitForTokens() throws Exception {
    try (TokenBuckets buckets =
            PostgresBuckets.on(Server.url())
                .timeout(Duration.ofMinutes(1))
                .listener(countingAnswers())
                .open();
        Connection other = DriverManager.getConnection(Server.url());
        Statement statement = other.createStatement()) {
      TokenBucket bucket = buckets.bucket(id, Limit.of(10).per(Duration.ofDays(1)));
      Server.execute(
          "INSERT INTO rate_limiting_token_bucket VALUES ('%s', 0, now() + interval '4 seconds')"
              .formatted(id));
      other.setAutoCommit(false);
      statement.execute(
          "SELECT FROM rate_limiting_token_bucket WHERE id = '%s' FOR UPDATE".formatted(id));
      FutureTask<Verdict> first = waiting(bucket);
      FutureTask<Verdict> late = waiting(bucket);
      other.commit();
      first.get();
      late.get();
    }

    assertThat(answers).hasValue(1);
  }

  private static FutureTask<Verdict> waiting(TokenBucket bucket) {
    FutureTask<Verdict> request = new FutureTask<>(bucket::tryAcquire);
    Thread thread = new Thread(request);
    thread.start();
    await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
    return request;
  }

  private BucketListener countingAnswers() {
    return new BucketListener() {
      @Override
      public void answered(String bucket, long requested, long granted, Duration took) {
        answers.incrementAndGet();
      }
    };
  }
}
