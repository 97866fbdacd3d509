package io.goodput.buckets.lease;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.Reason;
import io.goodput.buckets.StoreException;
import io.goodput.buckets.Verdict;
import io.goodput.buckets.store.BucketStore;
import io.goodput.core.bucket.FairTags;
import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rates;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.Nanos;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One bucket in the store, and what its latest answer said. Reports each request to the listener.
 * Thread-safe.
 */
final class StoredBucket {

  private final String id;
  private final @Nullable Rates stated;

  /** The burst of the limits that this process states; 0 if it states none. */
  private final long statedBurst;

  private final Client client;
  private final Refunds refunds;
  private final FairTags tags = new FairTags();
  private volatile LatestAnswer latest;

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
   */
  StoredBucket(String id, @Nullable Rates stated, Client client) {
    this.id = id;
    this.stated = stated;
    this.statedBurst = stated == null ? 0 : stated.burst();
    this.client = client;
    this.refunds = new Refunds(this::putBack, this::reportFailure, client);
    this.latest =
        new LatestAnswer(
            stated == null ? Rates.UNKNOWN : stated, Grant.NONE, 1, client.time().monotonicNanos());
    this.confirmed = stated == null || !client.requiresStatedLimits();
  }

  /** The limits in force, as far as they are known. */
  Rates rates() {
    return latest.inForce();
  }

  /** Whether the latest request was for more tokens than the bucket had, and these are enough. */
  boolean hasLeft(long tokens) {
    return latest.hasLeft(tokens);
  }

  /** Tokens that callers may ask for. */
  long mostTokens() {
    return Math.max(latest.burst(), statedBurst);
  }

  /** Whether the limits in force may have changed since the latest answer. */
  boolean isOutdated() {
    LatestAnswer seen = latest;
    return seen.grant().equals(Grant.NONE)
        || client.time().monotonicNanos() - seen.at() > Nanos.PER_SECOND;
  }

  /** Nanoseconds in which this number of tokens flows in, or a full bucket if that is less. */
  long nanosFor(long tokens) {
    return latest.nanosFor(tokens);
  }

  /** Whether no answer has arrived since a caller came. */
  boolean isSilentSince(Waiter waiter) {
    return waiter.begin() - latest.at() > 0;
  }

  /** A verdict that admits, for such a reason. */
  Verdict admitted(Reason reason, long acquired, long unspent) {
    return latest.admitted(reason, acquired, unspent);
  }

  /**
   * A verdict that rejects without an answer of the bucket.
   *
   * @param retryAfter in nanoseconds
   */
  Verdict rejected(Reason reason, long unspent, long retryAfter) {
    return latest.rejected(reason, unspent, retryAfter, client.time().monotonicNanos());
  }

  /**
   * A verdict that rejects by the limits.
   *
   * @param pause nanoseconds before the next request
   */
  Verdict rejected(long tokens, long unspent, long pause) {
    return latest.rejected(tokens, unspent, pause, client.time().monotonicNanos());
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
   * Acquires tokens, as {@link BucketStore#acquire} does, and reports failures. Requests again, for
   * less and with a longer life, if an answer comes too late.
   *
   * @throws StoreException if the request failed, if its outcome is unknown, or if the answer came
   *     so late that its tokens must not be spent
   */
  BucketStore.Answer acquire(TokenRequest request, long millis) throws StoreException {
    try {
      if (!confirmed) {
        // Tokens that were taken by wrong limits would be lost.
        acquireOnce(TokenRequest.NOTHING, millis);
      }
      long begin = client.time().monotonicNanos();
      TokenRequest next = request;
      while (true) {
        BucketStore.Answer answer = acquireOnce(next, millis);
        if (!isLate(next, answer)) {
          return answer;
        }
        next = instead(next, answer, begin, millis);
      }
    } catch (StoreException | RuntimeException | Error e) {
      throw reported(e);
    }
  }

  /** Reports why a request failed. Whatever a driver or a pool throws, the next one may succeed. */
  private StoreException reported(Throwable problem) {
    if (problem instanceof BucketException toFix) {
      reportFailure(toFix);
      throw toFix;
    }
    StoreException failure =
        problem instanceof StoreException known
            ? known
            : new StoreException("The request failed: " + problem, problem);
    reportFailure(failure);
    return failure;
  }

  /** Whether the tokens of an answer must not be spent any more. */
  private boolean isLate(TokenRequest request, BucketStore.Answer answer) {
    return answer.grant().tokens() > 0 && request.isOver(ageOf(answer), answer.grant());
  }

  /**
   * A request for no more than callers wait for, with a longer life, instead of one whose answer
   * came too late.
   *
   * @param begin of the request, in monotonic nanoseconds
   * @param millis longest time for the request
   * @throws StoreException if no caller waits and the tokens are lost, or half of the time is over
   */
  private TokenRequest instead(
      TokenRequest request, BucketStore.Answer answer, long begin, long millis)
      throws StoreException {
    // The tokens of a calendar period that has ended are no loss.
    if ((request.due() == 0 && answer.grant().endIn() >= request.life())
        || client.time().monotonicNanos() - begin > millis * Nanos.PER_MILLI / 2) {
      throw StoreException.late(
          ("An answer was %d ms old, and its %d tokens are lost: they were valid for %d ms. If this is"
                  + " not rare, relieve the database or this process, or raise the burst.")
              .formatted(
                  ageOf(answer) / Nanos.PER_MILLI,
                  answer.grant().tokens(),
                  request.life() / 1_000));
    }
    // No shorter, because callers know the life of the first request only.
    long longer = Math.max(request.life(), life());
    return new TokenRequest(request.least(), request.due(), request.due(), longer)
        .waiting(request.longestWait());
  }

  private long ageOf(BucketStore.Answer answer) {
    return client.time().monotonicNanos() - answer.since();
  }

  private BucketStore.Answer acquireOnce(TokenRequest wanted, long millis) throws StoreException {
    long sent = client.time().monotonicNanos();
    TokenRequest request = tags.tagged(wanted, rates(), sent);
    BucketStore.Answer answer;
    try {
      answer = client.store().acquire(id, stated, request, millis);
    } catch (StoreException | RuntimeException | Error e) {
      tags.failed(request);
      learn(e, sent);
      throw e;
    }
    receive(request, answer, sent);
    return answer;
  }

  /** Learns from a failure whether the store is there. A fault of the driver says nothing. */
  private void learn(Throwable failure, long sent) {
    boolean isAway = failure instanceof StoreException problem && problem.isUnavailable();
    if (isAway) {
      client.availability().failed(sent);
    } else if (failure instanceof StoreException || failure instanceof BucketException) {
      client.availability().answered();
    } else {
      client.availability().ended();
    }
  }

  /**
   * Learns from an answer.
   *
   * @param begin of the request, in monotonic nanoseconds
   * @throws BucketException if other limits are in force than the client requires
   */
  private void receive(TokenRequest request, BucketStore.Answer answer, long begin) {
    long now = client.time().monotonicNanos();
    client.availability().answered();
    Grant grant = answer.grant();
    tags.answered(answer.inForce(), request, grant, now);
    client.listener().answered(id, request.most(), grant.tokens(), Duration.ofNanos(now - begin));
    client.ages().add(now - answer.since());
    latest = new LatestAnswer(answer.inForce(), grant, request.least(), now);
    isBroken = false;
    compare(answer.inForce());
  }

  /** Whether the store answers at once, without I/O. */
  boolean isLocal() {
    return client.store().isLocal();
  }

  /** Whether requests may go to the store together with those for other buckets. */
  boolean isCombined() {
    return confirmed && !isBroken && client.store().combines();
  }

  /**
   * A request that is about to go to the store together with others. {@link Sent#cancel}, {@link
   * Sent#received}, or {@link Sent#failed} must follow.
   *
   * @param begin of the request, in monotonic nanoseconds
   * @param millis longest time for the request
   */
  Sent send(TokenRequest request, long begin, long millis) {
    return new Sent(request, begin, millis);
  }

  /** A request that is sent together with others. */
  final class Sent {

    private final TokenRequest request;
    private final long begin;
    private final long millis;
    private final long sentAt;
    private final TokenRequest tagged;

    private Sent(TokenRequest request, long begin, long millis) {
      this.request = request;
      this.begin = begin;
      this.millis = millis;
      this.sentAt = client.time().monotonicNanos();
      this.tagged = tags.tagged(request, rates(), sentAt);
    }

    /** The request without its tags. */
    TokenRequest request() {
      return request;
    }

    /** What to acquire. */
    BucketStore.Wanted wanted() {
      return new BucketStore.Wanted(id, stated, tagged, millis);
    }

    /** The store has answered, and has taken no tokens. */
    void cancel() {
      client.availability().answered();
      tags.cancelled(tagged);
    }

    /**
     * Learns from the answer.
     *
     * @return a request to send instead, because the tokens of this answer must not be spent; null
     *     if they may be spent
     * @throws StoreException if there is no time for another request
     * @throws BucketException if other limits are in force than the client requires
     */
    @Nullable TokenRequest received(BucketStore.Answer answer) throws StoreException {
      try {
        receive(tagged, answer, begin);
        return isLate(request, answer) ? instead(request, answer, sentAt, millis) : null;
      } catch (StoreException | RuntimeException | Error e) {
        throw reported(e);
      }
    }

    /** The request has no answer. */
    void failed(StoreException problem) {
      tags.failed(tagged);
      learn(problem, sentAt);
      reportFailure(problem);
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
    report(() -> client.store().giveBack(id, rates(), unspent, client.timeoutMillis()));
  }

  /** Puts tokens back soon, together with those of other callers. */
  void refund(long tokens) {
    refunds.add(tokens);
  }

  /** Puts all refunded tokens back now. */
  void sendRefunds() {
    refunds.send();
  }

  /** Whether all refunds have reached the store, or are lost. */
  boolean isIdle() {
    return refunds.isIdle();
  }

  private void putBack(long tokens) {
    tags.changedLevel();
    report(() -> client.store().refund(id, stated, tokens, client.timeoutMillis()));
  }

  /** Sends a request whose failure has no consequence but lost tokens. */
  void report(Send request) {
    if (!client.availability().mayAsk()) {
      reportFailure(
          new StoreException(
              "The database is away: the tokens of a refund, debit, or lease are lost."));
      return;
    }
    long sent = client.time().monotonicNanos();
    try {
      request.run();
      client.availability().answered();
    } catch (StoreException | BucketException e) {
      learn(e, sent);
      reportFailure(e);
    } catch (RuntimeException | Error e) {
      learn(e, sent);
      reportFailure(new StoreException("The tokens are lost: " + e, e));
    }
  }

  @FunctionalInterface
  interface Send {
    void run() throws StoreException;
  }

  void reportFailure(Exception problem) {
    isBroken |= problem instanceof BucketException;
    client.listener().failed(id, problem);
  }
}
