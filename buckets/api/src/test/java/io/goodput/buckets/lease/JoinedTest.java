package io.goodput.buckets.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.BucketListener;
import io.goodput.buckets.StoreException;
import io.goodput.buckets.Verdict;
import io.goodput.buckets.store.BucketStore;
import io.goodput.buckets.store.Workers;
import io.goodput.core.bucket.AnswerAges;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.Rates;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A request that joins those for other buckets")
class JoinedTest {

  private static final Rates LIMIT = Rates.of(Rate.perSecond(10, 100));
  private static final long TIMEOUT_MILLIS = 500;

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final ManualWorkers workers = new ManualWorkers(time);
  private final JoiningStore store = new JoiningStore(new ModelStore(time));
  private final SharedBucket bucket =
      SharedBucket.leased(
          "id",
          LIMIT,
          Rates.of(Rate.perSecond(1, 1)),
          new Client(
              store,
              workers,
              new FaultyListener(),
              time,
              new AnswerAges(),
              false,
              TIMEOUT_MILLIS,
              new Calls()));

  @BeforeEach
  void fill() {
    workers.advance(Duration.ofSeconds(1));
  }

  @Test
  @DisplayName("serves its callers")
  void answer_inTime_admits() throws StoreException {
    CompletableFuture<Boolean> caller = acquire();

    store.answerNext();

    assertThat(caller).isCompletedWithValue(true);
    assertThat(bucket.isIdle()).isTrue();
  }

  @Test
  @DisplayName("goes alone if others use the bucket")
  void noAnswer_goesAlone() {
    CompletableFuture<Boolean> caller = acquire();

    store.refuseNext();
    workers.runTasks();

    assertThat(caller).isCompletedWithValue(true);
    assertThat(store.alone).isEqualTo(1);
  }

  @Test
  @DisplayName("follows later if there is no thread to go alone")
  void noAnswer_withoutThread_isRepeated() throws StoreException {
    CompletableFuture<Boolean> unused = acquire();
    // The fallback serves the first caller.
    store.failNext();
    CompletableFuture<Boolean> caller = acquire();
    workers.advance(Duration.ofSeconds(1));

    workers.failOnce();
    store.refuseNext();
    workers.advance(Duration.ofSeconds(1));
    store.answerNext();

    assertThat(caller).isCompletedWithValue(true);
  }

  @Test
  @DisplayName("fails without another one if its answer is late, and half of the timeout is over")
  void answer_muchTooLate_fails() throws StoreException {
    CompletableFuture<Verdict> unused = bucket.acquireAsync(1, Duration.ofMillis(TIMEOUT_MILLIS));

    store.answerNextAfter(() -> time.advance(Duration.ofMillis(TIMEOUT_MILLIS - 50)));
    workers.runTasks();

    assertThat(store.alone).isZero();
  }

  @Test
  @DisplayName("is followed by one with a longer life if its answer is late")
  void answer_tooLate_isAskedForAgain() throws StoreException {
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
    store.refuseNext();
    workers.runTasks();
    assertThatThrownBy(first::join).hasRootCauseInstanceOf(BucketException.class);

    store.isBroken = false;
    CompletableFuture<Boolean> second = acquire();
    workers.advance(Duration.ofSeconds(1));
    assertThat(second).isCompletedWithValue(true);
    assertThat(store.calls).isEmpty();

    CompletableFuture<Boolean> unused = acquire();
    assertThat(store.calls).hasSize(1);
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
    assertThat(store.calls).hasSize(1);
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

  /** Keeps joined requests until the test answers them. */
  private static final class JoiningStore implements BucketStore {

    private final ModelStore model;
    private final Queue<Call> calls = new ArrayDeque<>();
    private boolean isBroken;
    private int alone;
    private long lifeAlone;
    private long lifeTogether;

    JoiningStore(ModelStore model) {
      this.model = model;
    }

    @Override
    public boolean takeTogether(Call call, Workers workers) {
      return calls.add(call);
    }

    @Override
    public Answer take(String id, @Nullable Rates stated, TokenRequest request, long millis)
        throws StoreException {
      if (isBroken) {
        throw new BucketException("Fix it.");
      }
      alone++;
      lifeAlone = request.life();
      return model.take(id, stated, request, millis);
    }

    void answerNext() throws StoreException {
      answerNextAfter(() -> {});
    }

    void answerNextAfter(Runnable delay) throws StoreException {
      Call call = calls.remove();
      Wanted wanted = Objects.requireNonNull(call.wanted());
      Answer answer = model.take(wanted.id(), wanted.stated(), wanted.request(), wanted.millis());
      lifeTogether = wanted.request().life();
      delay.run();
      call.answered(answer);
    }

    void refuseNext() {
      Call call = calls.remove();
      assertThat(call.wanted()).isNotNull();
      call.answered(null);
    }

    void failNext() {
      Call call = calls.remove();
      assertThat(call.wanted()).isNotNull();
      call.failed(new StoreException("The connection broke."));
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
}
