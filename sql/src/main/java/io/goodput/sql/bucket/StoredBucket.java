package io.goodput.sql.bucket;

import io.goodput.core.bucket.FairTags;
import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rates;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.Nanos;
import io.goodput.sql.BucketException;
import io.goodput.sql.BucketListener;
import io.goodput.sql.Verdict;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One bucket in the store, and what its latest answer said. Reports each request to the listener.
 * Thread-safe.
 */
final class StoredBucket {

  private static final long SHORTEST_RETRY = Nanos.PER_MILLI;

  /** From one statement with refunds to the next. */
  private static final long REFUND_PAUSE = 20 * Nanos.PER_MILLI;

  private final String id;
  private final @Nullable Rates stated;

  /** The burst of the limits that this process states; 0 if it states none. */
  private final long statedBurst;

  private final boolean together;
  private final Client client;
  private final LongAdder refunds = new LongAdder();
  private final AtomicBoolean isRefunding = new AtomicBoolean();
  private volatile long nextRefundAt;
  private final FairTags tags = new FairTags();
  private volatile Latest latest;

  /**
   * Whether requests fail until an operator fixes something. Such a request would fail the
   * statement of all requests that it joins.
   */
  private volatile boolean isBroken;

  /** Whether the stated limits are known to be in force, or the client does not require that. */
  private volatile boolean confirmed;

  /**
   * A bucket that the store has not answered for yet.
   *
   * @param stated the limits that this process states, null if the store has to know them
   * @param together whether requests go to the store together with those for other buckets
   */
  StoredBucket(String id, @Nullable Rates stated, boolean together, Client client) {
    this.id = id;
    this.together = together;
    this.stated = stated;
    this.statedBurst = stated == null ? 0 : stated.burst();
    this.client = client;
    this.latest =
        new Latest(
            stated == null ? Rates.UNKNOWN : stated, Grant.NONE, 1, client.time().monotonicNanos());
    this.nextRefundAt = latest.at();
    this.confirmed = stated == null || !client.requiresStatedLimits();
  }

  /**
   * The latest answer.
   *
   * @param burst of the limits in force
   * @param least the fewest tokens that were requested
   * @param at when it arrived
   */
  private record Latest(Rates inForce, long burst, Grant grant, long least, long at) {

    Latest(Rates inForce, Grant grant, long least, long at) {
      this(inForce, inForce.burst(), grant, least, at);
    }
  }

  /** The limits in force, as far as they are known. */
  Rates rates() {
    return latest.inForce();
  }

  /** Whether the latest request was for more tokens than the bucket had, and these are enough. */
  boolean hasLeft(long tokens) {
    Grant grant = latest.grant();
    return grant.tokens() == 0 && grant.left() >= tokens;
  }

  /** Tokens that callers may ask for. */
  long mostTokens() {
    return stated == null ? latest.burst() : statedBurst;
  }

  /** Nanoseconds in which this number of tokens flows in, or a full bucket if that is less. */
  long nanosFor(long tokens) {
    Rates rates = rates();
    return nanos(rates.timeFor(Math.min(tokens, rates.burst())));
  }

  /** A verdict that admits. */
  Verdict admitted(long unspent) {
    Grant grant = latest.grant();
    return new Verdict(true, remaining(grant, unspent), 0, nanos(grant.fullIn()));
  }

  /**
   * A verdict that rejects.
   *
   * @param pause nanoseconds before the next request
   */
  Verdict rejected(long tokens, long unspent, long pause) {
    Latest seen = latest;
    Grant grant = seen.grant();
    long age = client.time().monotonicNanos() - seen.at();
    long enoughIn =
        grant.tokens() == 0 && tokens >= seen.least()
            ? nanos(grant.enoughIn()) + nanosFor(tokens - seen.least())
            : nanosFor(Math.max(0, tokens - grant.left()));
    return new Verdict(
        false,
        remaining(grant, unspent),
        Math.max(Math.max(pause, SHORTEST_RETRY), enoughIn - age),
        Math.max(0, nanos(grant.fullIn()) - age));
  }

  private static long remaining(Grant grant, long unspent) {
    return Math.max(0, grant.left()) + unspent;
  }

  /** Half of the largest number if it is more, so that sums fit. */
  private static long nanos(long micros) {
    return Math.min(TimeUnit.MICROSECONDS.toNanos(micros), Long.MAX_VALUE / 2);
  }

  /** Whether the bucket would owe its tokens to a caller that waits, if it had none. */
  boolean mayOwe(Waiter waiter) {
    Rates rates = rates();
    return tags.mayOwe(client.time().monotonicNanos())
        && waiter
            .waiting(TokenRequest.forOne(waiter.tokens(), life()))
            .isOwed(rates, rates.timeFor(waiter.tokens()), 0);
  }

  /** How long tokens that callers wait for should live, in microseconds. */
  long life() {
    return client.ages().life(rates());
  }

  /**
   * Takes tokens, as {@link BucketStore#take} does, and reports failures.
   *
   * @throws SQLException if the request failed, if its outcome is unknown, or if the answer came so
   *     late that its tokens must not be spent
   */
  BucketStore.Answer take(TokenRequest request, long millis) throws SQLException {
    try {
      if (!confirmed) {
        // Tokens that were taken by wrong limits would be lost.
        ask(TokenRequest.NOTHING, millis);
      }
      return timely(request, millis);
    } catch (BucketException e) {
      reportFailure(e);
      throw e;
    } catch (SQLException e) {
      reportFailure(e);
      throw e;
    } catch (RuntimeException | Error e) {
      // Whatever a driver or a pool throws, the next request may succeed.
      SQLException failure = new SQLException("The request failed: " + e, e);
      reportFailure(failure);
      throw failure;
    }
  }

  /** Asks again, for less and with a longer life, if an answer comes too late. */
  private BucketStore.Answer timely(TokenRequest request, long millis) throws SQLException {
    long begin = client.time().monotonicNanos();
    TokenRequest next = request;
    while (true) {
      BucketStore.Answer answer = ask(next, millis);
      if (!isLate(next, answer)) {
        return answer;
      }
      boolean isOver = client.time().monotonicNanos() - begin > millis * Nanos.PER_MILLI / 2;
      if (next.due() == 0 || isOver) {
        throw late(next, answer);
      }
      next = inTime(next);
    }
  }

  /** Whether the tokens of an answer must not be spent any more. */
  private boolean isLate(TokenRequest request, BucketStore.Answer answer) {
    return answer.grant().tokens() > 0 && request.isOver(ageOf(answer), answer.grant());
  }

  /** A request for no more than callers wait for, with a longer life. */
  private TokenRequest inTime(TokenRequest request) {
    return new TokenRequest(request.least(), request.due(), request.due(), life())
        .waiting(request.longestWait());
  }

  private SQLException late(TokenRequest request, BucketStore.Answer answer) {
    return new SQLException(
        "An answer was %d ms old, and its %d tokens are lost: they were valid for %d ms."
            .formatted(
                ageOf(answer) / Nanos.PER_MILLI, answer.grant().tokens(), request.life() / 1_000),
        BucketListener.LATE);
  }

  private long ageOf(BucketStore.Answer answer) {
    return client.time().monotonicNanos() - answer.since();
  }

  private BucketStore.Answer ask(TokenRequest wanted, long millis) throws SQLException {
    long sent = client.time().monotonicNanos();
    TokenRequest request = tags.tagged(wanted, rates(), sent);
    BucketStore.Answer answer;
    try {
      answer = client.store().take(id, stated, request, millis);
    } catch (SQLException | RuntimeException | Error e) {
      tags.failed(request);
      throw e;
    }
    receive(request, answer, sent);
    return answer;
  }

  /**
   * Learns from an answer.
   *
   * @param begin of the request, in monotonic nanoseconds
   * @throws BucketException if other limits are in force than the client requires
   */
  private void receive(TokenRequest request, BucketStore.Answer answer, long begin) {
    long now = client.time().monotonicNanos();
    Grant grant = answer.grant();
    tags.answered(answer.inForce(), request, grant, now);
    client.listener().answered(id, request.most(), grant.tokens(), Duration.ofNanos(now - begin));
    client.ages().add(now - answer.since());
    latest = new Latest(answer.inForce(), grant, request.least(), now);
    isBroken = false;
    compare(answer.inForce());
  }

  /** A request that is sent together with those for other buckets. */
  interface Joined {

    /** What to request now; null for nothing any more. */
    @Nullable TokenRequest next();

    /** How long the request may take, in milliseconds. */
    long millis();

    /** The request has an answer, whose tokens may be spent. */
    void answered(TokenRequest request, BucketStore.Answer answer);

    /**
     * The request should be sent alone.
     *
     * @param request what to request; null if {@link #next} has not been called yet
     */
    void alone(@Nullable TokenRequest request);

    /** The request failed, its outcome is unknown, or its tokens must not be spent. */
    void failed();

    /** The request fails until an operator fixes the store. */
    void failed(BucketException problem);
  }

  /**
   * Takes tokens as {@link #take} does, but together with requests for other buckets, and without
   * blocking.
   *
   * @return false if that is not possible; then the request is not called
   */
  boolean takeTogether(Joined joined) {
    return together
        && confirmed
        && !isBroken
        && client.store().takeTogether(new Call(joined), client.workers());
  }

  private final class Call implements BucketStore.Call {

    private final Joined joined;
    private final long begin = client.time().monotonicNanos();
    private @Nullable TokenRequest wanted;
    private TokenRequest tagged = TokenRequest.NOTHING;
    private long sent;
    private long millis;

    Call(Joined joined) {
      this.joined = joined;
    }

    @Override
    public BucketStore.@Nullable Wanted wanted() {
      TokenRequest next = joined.next();
      if (next == null) {
        return null;
      }
      millis = joined.millis();
      sent = client.time().monotonicNanos();
      tagged = tags.tagged(next, rates(), sent);
      wanted = next;
      return new BucketStore.Wanted(id, stated, tagged, millis);
    }

    @Override
    public void answered(BucketStore.@Nullable Answer answer) {
      TokenRequest request = wanted;
      if (request == null || answer == null) {
        if (request != null) {
          tags.cancelled(tagged);
        }
        joined.alone(request);
        return;
      }
      try {
        receive(tagged, answer, begin);
      } catch (BucketException e) {
        reportFailure(e);
        joined.failed(e);
        return;
      } catch (RuntimeException | Error e) {
        fail(new SQLException("The request failed: " + e, e));
        return;
      }
      if (!isLate(request, answer)) {
        joined.answered(request, answer);
      } else if (request.due() > 0 && isEarly()) {
        joined.alone(inTime(request));
      } else {
        fail(late(request, answer));
      }
    }

    /** Whether there is time for another request. */
    private boolean isEarly() {
      return client.time().monotonicNanos() - sent <= millis * Nanos.PER_MILLI / 2;
    }

    @Override
    public void failed(SQLException problem) {
      if (wanted != null) {
        tags.failed(tagged);
      }
      fail(problem);
    }

    private void fail(SQLException problem) {
      reportFailure(problem);
      joined.failed();
    }
  }

  private void compare(Rates inForce) {
    if (stated == null || inForce.equals(stated)) {
      confirmed = true;
      return;
    }
    client.listener().limitsDiffer(id, inForce.toString());
    if (client.requiresStatedLimits()) {
      confirmed = false;
      throw new BucketException(
          "Bucket '%s' has other limits (%s) than this process states (%s): state the same ones."
              .formatted(id, inForce, stated));
    }
  }

  /** Gives back tokens of a lease, as {@link BucketStore#giveBack} does, or loses them. */
  void giveBack(Leases.Unspent unspent) {
    report(() -> client.store().giveBack(id, rates(), unspent, client.patienceMillis()));
  }

  /** Puts tokens back soon, together with those of other callers. */
  void refund(long tokens) {
    refunds.add(tokens);
    refundSoon();
  }

  /** Whether all refunds have reached the store, or are lost. */
  boolean isIdle() {
    return !isRefunding.get();
  }

  private void refundSoon() {
    if (!isRefunding.compareAndSet(false, true)) {
      return;
    }
    long pause = nextRefundAt - client.time().monotonicNanos();
    startRefund(
        () ->
            pause <= 0
                ? client.workers().run(this::sendRefunds)
                : client.workers().later(this::refundNow, pause) != null);
  }

  private void refundNow() {
    startRefund(() -> client.workers().run(this::sendRefunds));
  }

  private void startRefund(BooleanSupplier start) {
    boolean started = false;
    try {
      started = start.getAsBoolean();
    } catch (RuntimeException | Error e) {
      reportFailure(new SQLException("The refund did not start: " + e, e));
    }
    if (!started) {
      isRefunding.set(false);
    }
  }

  /** Puts all refunded tokens back now. */
  void sendRefunds() {
    nextRefundAt = client.time().monotonicNanos() + REFUND_PAUSE;
    long tokens = refunds.sumThenReset();
    if (tokens != 0) {
      tags.changedLevel();
      report(() -> client.store().refund(id, stated, tokens, client.patienceMillis()));
    }
    isRefunding.set(false);
    if (refunds.sum() != 0) {
      refundSoon();
    }
  }

  /** A request whose failure has no consequence but lost tokens. */
  @FunctionalInterface
  private interface Request {
    void send() throws SQLException;
  }

  private void report(Request request) {
    try {
      request.send();
    } catch (SQLException e) {
      reportFailure(e);
    } catch (BucketException e) {
      reportFailure(e);
    } catch (RuntimeException | Error e) {
      reportFailure(new SQLException("The tokens are lost: " + e, e));
    }
  }

  void reportFailure(SQLException problem) {
    client.listener().failed(id, problem);
  }

  private void reportFailure(BucketException problem) {
    isBroken = true;
    reportFailure(
        problem.getCause() instanceof SQLException cause
            ? cause
            : new SQLException(problem.getMessage(), problem));
  }
}
