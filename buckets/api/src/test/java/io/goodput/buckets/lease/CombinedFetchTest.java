package io.goodput.buckets.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.BucketListener;
import io.goodput.buckets.StoreException;
import io.goodput.buckets.Verdict;
import io.goodput.buckets.store.BucketStore;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.Rates;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.ManualTime;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A request that goes to the store with those for other buckets")
class CombinedFetchTest {

  private static final Rates LIMIT = Rates.of(Rate.perSecond(10, 100));
  private static final long TIMEOUT_MILLIS = 500;

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final ManualWorkers workers = new ManualWorkers(time);
  private final CombiningStore store = new CombiningStore(new ModelStore(time));
  private final LeasedBucket bucket =
      new LeasedBucket(
          "id",
          LIMIT,
          Rates.of(Rate.perSecond(1, 1)),
          false,
          new Client(store, workers, new FaultyListener(), time, false, TIMEOUT_MILLIS));

  @BeforeEach
  void fill() {
    workers.advance(Duration.ofSeconds(1));
  }

  @Test
  @DisplayName("serves its callers")
  void answer_inTime_admits() {
    CompletableFuture<Boolean> caller = acquire();

    store.answerNext();

    assertThat(caller).isCompletedWithValue(true);
    assertThat(bucket.isIdle()).isTrue();
  }

  @Test
  @DisplayName("goes alone if others keep the bucket")
  void noAnswer_goesAlone() {
    CompletableFuture<Boolean> caller = acquire();

    store.skipNext();

    assertThat(caller).isCompletedWithValue(true);
    assertThat(store.alone).isEqualTo(1);
  }

  @Test
  @DisplayName("follows later if there is no thread to go alone")
  void noAnswer_withoutThread_isRepeated() {
    CompletableFuture<Boolean> unused = acquire();
    // The fallback serves the first caller.
    store.failNext();
    CompletableFuture<Boolean> caller = acquire();
    store.delay = () -> store.delay = () -> store.delay = workers::failOnce;
    workers.advance(Duration.ofSeconds(1));

    assertThat(store.together).isEqualTo(1 + 2 * (1 + Combined.MOST_REPEATS));
    assertThat(caller).isCompletedWithValue(true);
  }

  @Test
  @DisplayName("goes with the next ones if others use the bucket for a moment")
  void noAnswer_onlyOnce_doesNotGoAlone() {
    CompletableFuture<Boolean> caller = acquire();

    store.skipAndAnswerNext();

    assertThat(caller).isCompletedWithValue(true);
    assertThat(store.alone).isZero();
  }

  @Test
  @DisplayName("fails without another one if its answer is late, and half of the timeout is over")
  void answer_muchTooLate_fails() {
    CompletableFuture<Verdict> unused = bucket.acquireAsync(1, Duration.ofMillis(TIMEOUT_MILLIS));

    store.answerNextAfter(() -> time.advance(Duration.ofMillis(TIMEOUT_MILLIS - 50)));
    workers.runTasks();

    assertThat(store.alone).isZero();
  }

  @Test
  @DisplayName("is followed by one with a longer life if its answer is late")
  void answer_tooLate_isAskedForAgain() {
    CompletableFuture<Boolean> caller = acquire();

    store.answerNextAfter(() -> time.advance(Duration.ofMillis(TIMEOUT_MILLIS / 2)));
    workers.runTasks();

    assertThat(caller).isCompletedWithValue(true);
    assertThat(store.alone).isEqualTo(1);
    assertThat(store.lifeAlone).isGreaterThan(store.lifeTogether);
  }

  @Test
  @DisplayName("goes alone from the start while an operator has to fix something")
  void request_afterAProblemOfTheOperator_goesAlone() {
    store.isBroken = true;
    CompletableFuture<Boolean> first = acquire();
    store.skipNext();
    assertThatThrownBy(first::join).hasRootCauseInstanceOf(BucketException.class);

    store.isBroken = false;
    CompletableFuture<Boolean> second = acquire();
    workers.advance(Duration.ofSeconds(1));
    assertThat(second).isCompletedWithValue(true);
    assertThat(store.together).isEqualTo(3);

    CompletableFuture<Boolean> unused = acquire();
    workers.runTasks();
    assertThat(store.together).isEqualTo(6);
  }

  @Test
  @DisplayName("fails if its answer cannot be used, and the next one is sent")
  void answer_thatCausesAnError_isFollowedByTheNextRequest() throws StoreException {
    isFaulty = true;
    CompletableFuture<Boolean> first = acquire();
    store.answerNext();
    // The fallback has a token.
    assertThat(first).isCompletedWithValue(true);

    isFaulty = false;
    CompletableFuture<Boolean> unused = acquire();
    workers.advance(Duration.ofSeconds(1));
    assertThat(store.together).isGreaterThan(1);
  }

  private boolean isFaulty;

  private final class FaultyListener implements BucketListener {

    @Override
    public void answered(String id, long requested, long granted, Duration took) {
      if (isFaulty) {
        throw new IllegalStateException("This listener has a defect.");
      }
    }
  }

  private CompletableFuture<Boolean> acquire() {
    return bucket.acquireAsync(1, Duration.ofHours(1)).thenApply(Verdict::admitted);
  }

  /** Answers combined requests as the test says. */
  private final class CombiningStore implements BucketStore {

    private final ModelStore model;
    private final Deque<Outcome> outcomes = new ArrayDeque<>();
    private Runnable delay = () -> {};
    private boolean isBroken;
    private int together;
    private int alone;
    private long lifeAlone;
    private long lifeTogether;

    CombiningStore(ModelStore model) {
      this.model = model;
    }

    @Override
    public boolean combines() {
      return true;
    }

    @Override
    public List<@Nullable Answer> acquireAll(List<Wanted> all) throws StoreException {
      together++;
      Runnable passing = delay;
      delay = () -> {};
      Outcome outcome = outcomes.isEmpty() ? Outcome.SKIPPED : outcomes.remove();
      if (outcome == Outcome.FAILED) {
        throw StoreException.unavailable("The connection broke.", new IOException());
      }
      if (outcome == Outcome.SKIPPED) {
        passing.run();
        return Collections.singletonList(null);
      }
      Wanted wanted = all.get(0);
      Answer answer =
          model.acquire(wanted.id(), wanted.stated(), wanted.request(), wanted.millis());
      lifeTogether = wanted.request().life();
      passing.run();
      return List.of(answer);
    }

    @Override
    public Answer acquire(String id, @Nullable Rates stated, TokenRequest request, long millis)
        throws StoreException {
      if (isBroken) {
        throw new BucketException("Fix it.");
      }
      alone++;
      lifeAlone = request.life();
      return model.acquire(id, stated, request, millis);
    }

    void answerNext() {
      answerNextAfter(() -> {});
    }

    void answerNextAfter(Runnable passed) {
      delay = passed;
      endNext(Outcome.ANSWERED);
    }

    /** As long as the request goes with others. */
    void skipNext() {
      int before = together;
      workers.runTasks();
      assertThat(together).isEqualTo(before + 1 + Combined.MOST_REPEATS);
    }

    void skipAndAnswerNext() {
      endNext(Outcome.SKIPPED, Outcome.ANSWERED);
    }

    void failNext() {
      endNext(Outcome.FAILED);
    }

    private void endNext(Outcome... next) {
      outcomes.addAll(List.of(next));
      workers.runTasks();
      assertThat(outcomes).isEmpty();
    }

    @Override
    public void giveBack(String id, Rates inForce, Leases.Unspent unspent, long millis) {
      model.giveBack(id, inForce, unspent, millis);
    }

    @Override
    public void refund(String id, @Nullable Rates stated, long tokens, long millis) {
      model.refund(id, stated, tokens, millis);
    }
  }

  private enum Outcome {
    ANSWERED,
    SKIPPED,
    FAILED
  }
}
