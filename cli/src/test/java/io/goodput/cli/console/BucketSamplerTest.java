package io.goodput.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.Limits;
import io.goodput.buckets.postgresql.admin.BucketLevel;
import io.goodput.buckets.postgresql.admin.BucketRow;
import io.goodput.cli.console.BucketSampler.Line;
import io.goodput.cli.console.BucketSampler.Sample;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BucketSamplerTest {

  private static final Optional<Limits> LIMITS =
      Optional.of(Limits.parse("10 per second, burst 60"));

  private final AtomicInteger queries = new AtomicInteger();

  @Test
  void latest_beforeTheDatabaseAnswers_saysSo() {
    CountDownLatch asked = new CountDownLatch(1);
    try (BucketSampler sampler = new BucketSampler(() -> answerAfter(asked), () -> {})) {
      assertThat(sampler.latest().problem()).isEqualTo("The database has not answered yet.");
      asked.countDown();
    }
  }

  @Test
  void latest_aBucket_showsItsTokensOfItsBurst() {
    try (BucketSampler sampler = new BucketSampler(() -> List.of(level(7)), () -> {})) {
      await().until(() -> sampler.latest().problem() == null);

      assertThat(sampler.latest().buckets())
          .containsExactly(new Line("a", "10 per second, burst 60", 7, 60));
    }
  }

  @Test
  void latest_databaseFails_namesTheProblemWithoutThePassword() {
    try (BucketSampler sampler = new BucketSampler(BucketSamplerTest::fail, () -> {})) {
      await()
          .untilAsserted(
              () ->
                  assertThat(sampler.latest().problem())
                      .isEqualTo("No answer of jdbc:postgresql://db/app?user=ops&password=***"));
    }
  }

  @Test
  void latest_askedOften_asksTheDatabaseAtMostEveryFiveSeconds() {
    try (BucketSampler sampler =
        new BucketSampler(
            () -> {
              queries.incrementAndGet();
              return List.of();
            },
            () -> {})) {
      await().until(() -> sampler.latest().problem() == null);
      for (int i = 0; i < 1000; i++) {
        Sample unused = sampler.latest();
      }

      assertThat(queries).hasValue(1);
    }
  }

  private static List<BucketLevel> answerAfter(CountDownLatch event) {
    try {
      event.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return List.of();
  }

  private static List<BucketLevel> fail() {
    throw new BucketException("No answer of jdbc:postgresql://db/app?user=ops&password=secret");
  }

  private static BucketLevel level(long tokens) {
    BucketRow row = new BucketRow("a", tokens, Instant.EPOCH, LIMITS, 1, Optional.empty());
    return new BucketLevel(row, tokens, 60);
  }
}
