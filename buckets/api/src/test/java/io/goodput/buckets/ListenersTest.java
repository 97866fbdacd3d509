package io.goodput.buckets;

import static io.goodput.buckets.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What listeners hear of callers. */
class ListenersTest {

  /** A verdict has this size on a 64-bit JVM, compressed references or not. */
  private static final long MOST_BYTES_OF_A_VERDICT = 56;

  private final Queue<String> events = new ConcurrentLinkedQueue<>();

  /** Notes what callers get. */
  private final class Notes implements BucketListener {

    private final String name;

    Notes(String name) {
      this.name = name;
    }

    @Override
    public void decided(String id, long tokens, Verdict verdict) {
      events.add("%s: %s %d %s".formatted(name, id, tokens, verdict.reason()));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void listeners_ofCallers_hearOfEachAnswerInTheirOrder(boolean leased) throws Exception {
    try (TokenBuckets buckets = open(new Notes("first"), new Notes("second"))) {
      TokenBucket bucket = buckets.bucket("a", options(5, leased));
      bucket.tryAcquire(3);
      bucket.tryAcquire(3);
      bucket.tryAcquire(2, Duration.ofMinutes(1));
      bucket.tryAcquire(1, Duration.ofMillis(1));

      assertThat(events)
          .containsExactly(
              "first: a 3 ADMITTED",
              "second: a 3 ADMITTED",
              "first: a 3 LIMIT",
              "second: a 3 LIMIT",
              "first: a 2 ADMITTED",
              "second: a 2 ADMITTED",
              "first: a 1 LIMIT",
              "second: a 1 LIMIT");
    }
  }

  @Test
  void listener_ofCallersThatDoNotBlock_hearsOfTheirAnswers() {
    try (TokenBuckets buckets = open(new Notes("n"))) {
      TokenBucket bucket = buckets.bucket("a", options(1, true));
      assertThat(bucket.acquireAsync(1, Duration.ofMinutes(1)).join().admitted()).isTrue();
      assertThat(bucket.acquireAsync(1, Duration.ofMillis(1)).join().admitted()).isFalse();
      bucket.acquireAsync(1, Duration.ofHours(1)).cancel(false);

      await().until(() -> events.size() == 2);
      assertThat(events).containsExactlyInAnyOrder("n: a 1 ADMITTED", "n: a 1 LIMIT");
    }
  }

  @Test
  void listener_ofCallersThatSpendFromALease_hearsOfEachOfThem() {
    AtomicLong heard = new AtomicLong();
    BucketListener counter =
        new BucketListener() {
          @Override
          public void decided(String id, long tokens, Verdict verdict) {
            heard.addAndGet(verdict.admitted() ? tokens : 0);
          }
        };
    try (TokenBuckets buckets = open(counter)) {
      TokenBucket bucket = buckets.bucket("a", perSecond(1_000_000));
      for (int i = 0; i < 10_000; i++) {
        bucket.tryAcquire();
      }

      assertThat(heard).hasValue(buckets.usage().admitted()).hasPositiveValue();
    }
  }

  @Test
  void peek_isNoCaller() {
    try (TokenBuckets buckets = open(new Notes("n"))) {
      buckets.bucket("a", options(1, true)).peek();

      assertThat(events).isEmpty();
    }
  }

  @Test
  void listener_thatThrows_doesNotDisturbTheOthers() {
    BucketListener faulty =
        new BucketListener() {
          @Override
          public void decided(String id, long tokens, Verdict verdict) {
            throw new IllegalStateException("faulty");
          }

          @Override
          public void answered(String id, long requested, long granted, Duration took) {
            throw new AssertionError("faulty");
          }
        };
    AtomicLong answers = new AtomicLong();
    BucketListener counter =
        new BucketListener() {
          @Override
          public void answered(String id, long requested, long granted, Duration took) {
            answers.incrementAndGet();
          }
        };
    try (TokenBuckets buckets = open(faulty, counter, new Notes("n"))) {
      assertThat(buckets.bucket("a", options(1, false)).tryAcquire().admitted()).isTrue();

      assertThat(events).containsExactly("n: a 1 ADMITTED");
      assertThat(answers).hasValue(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void callers_thatSpendFromALease_allocateTheirVerdictsOnly(int listeners) {
    BucketListener[] all = new BucketListener[listeners];
    Arrays.fill(all, new BucketListener() {});
    try (TokenBuckets buckets = open(all)) {
      TokenBucket bucket = buckets.bucket("a", perSecond(1_000_000_000));
      allocated(bucket, 100_000);

      assertThat(allocated(bucket, 200_000)).isLessThanOrEqualTo(MOST_BYTES_OF_A_VERDICT);
    }
  }

  /** Bytes that a call allocates, on average: the rare requests of a lease hardly count. */
  private static long allocated(TokenBucket bucket, int calls) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < calls; i++) {
      bucket.tryAcquire();
    }
    return (threads.getCurrentThreadAllocatedBytes() - before) / calls;
  }

  private static TokenBuckets open(BucketListener... listeners) {
    MemoryBuckets builder = TokenBuckets.inMemory().timeout(Duration.ofSeconds(10));
    List.of(listeners).forEach(builder::listener);
    return builder.open();
  }

  private static BucketOptions options(long burst, boolean leased) {
    BucketOptions options = BucketOptions.of(Limit.of(1).per(Duration.ofDays(1)).burst(burst));
    return leased ? options : options.direct();
  }
}
