package io.goodput.cassandra.coalesce;

import com.codahale.metrics.Counter;
import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.limit.LimitedTables;
import io.goodput.cassandra.limit.PartitionNames;
import io.goodput.cassandra.limit.PartitionRejections;
import io.goodput.cassandra.limit.RateLimitReachedException;
import io.goodput.cassandra.limit.TableLimit;
import io.goodput.cassandra.option.HotReads;
import io.goodput.cassandra.request.ArrivalStep;
import io.goodput.cassandra.request.Execution;
import io.goodput.cassandra.request.Explained;
import io.goodput.cassandra.request.Pipeline;
import io.goodput.cassandra.request.ReadIdentity;
import io.goodput.cassandra.request.Reasons;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.RequestClock;
import io.goodput.cassandra.request.RequestKind;
import io.goodput.cassandra.request.TimeoutRejections;
import io.goodput.core.coalesce.Coalescer;
import io.goodput.core.coalesce.Reading;
import io.goodput.core.coalesce.ReadsInFlight;
import io.goodput.core.coalesce.RepeatedReads;
import io.goodput.core.coalesce.Turn;
import java.util.Objects;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.exceptions.CassandraException;
import org.apache.cassandra.exceptions.RequestExecutionException;
import org.apache.cassandra.exceptions.RequestTimeoutException;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers identical reads with one read while many clients ask for it, and reads over their limit
 * with an old answer if their table allows that. All other requests go on as they are.
 *
 * <p>A read takes part if several that look alike are under way, or if its limit refuses it.
 * Thread-safe.
 */
public final class ReadCoalescing {

  /** The number of similar reads under way on this node from which they are hot. */
  private static final int HOT = 4;

  /** The part of the request threads that may wait for the reads of others. */
  private static final int WAITING_PART = 4;

  /** A system property with which a test breaks the rule, to see that it notices. */
  private static final String SINGLE_FLIGHT = "io.goodput.test.single_flight";

  private static final Logger logger = LoggerFactory.getLogger(ReadCoalescing.class);

  private final LimitedTables tables;
  private final boolean enforcesLimits;
  private final PartitionNames names;
  private final PartitionRejections rejections;
  private final Faults faults;
  private final StaleAnswers stale;
  private final Coalescer<ReadIdentity, SharedAnswer> coalescer =
      Boolean.getBoolean(SINGLE_FLIGHT)
          ? Coalescer.singleFlight(RequestClock.SOURCE, ReadCoalescing::mostWaiting)
          : new Coalescer<>(RequestClock.SOURCE, ReadCoalescing::mostWaiting);
  private final ReadsInFlight inFlight = new ReadsInFlight();
  private final RepeatedReads refused = new RepeatedReads();
  private final Counter coalesced = new Counter();
  private final TimeoutRejections late =
      new TimeoutRejections(
          RequestKind.READS,
          Reasons.Kind.LATE,
          "the read that it shares with identical ones took too long",
          () -> TimeoutRejections.UNKNOWN);

  private final OverriddenReads overridden;
  private volatile boolean byDefault;

  /**
   * No reads yet.
   *
   * @param byDefault whether reads of tables are coalesced that do not say it themselves
   * @param enforcesLimits whether this node rejects reads over their limits
   * @param names count the reads of busy partitions that others answered
   * @param rejections answer reads over their limits
   */
  public ReadCoalescing(
      LimitedTables tables,
      boolean byDefault,
      boolean enforcesLimits,
      PartitionNames names,
      PartitionRejections rejections,
      StaleAnswers stale,
      Faults faults) {
    if (Boolean.getBoolean(SINGLE_FLIGHT)) {
      logger.error(
          "{} is set: reads may miss acknowledged writes; only tests may set it", SINGLE_FLIGHT);
    }
    this.enforcesLimits = enforcesLimits;
    this.tables = tables;
    this.byDefault = byDefault;
    this.names = names;
    this.rejections = rejections;
    this.stale = stale;
    this.faults = faults;
    this.overridden = new OverriddenReads(tables, enforcesLimits, faults);
  }

  private static int mostWaiting() {
    return DatabaseDescriptor.getNativeTransportMaxThreads() / WAITING_PART;
  }

  /** Whether reads of tables are coalesced that do not say it themselves. */
  public boolean isOnByDefault() {
    return byDefault;
  }

  /** Changes that while the node runs. */
  public void setOnByDefault(boolean on) {
    byDefault = on;
  }

  /** Reads that were answered with the read of another client. */
  public Counter coalesced() {
    return coalesced;
  }

  /** Request threads that wait for the read of another client, or for its admission. */
  public int waiting() {
    return coalescer.waiting();
  }

  /**
   * A step that answers requests.
   *
   * @param next checks the limit of a request, and executes it
   */
  public Execution before(Execution next) {
    return request -> execute(request, next);
  }

  /**
   * A step that answers requests when they arrive.
   *
   * @param next checks the limit of a request
   */
  public ArrivalStep onArrivalBefore(Pipeline next) {
    return new ArrivingReads(this, coalescer, stale, next, faults);
  }

  /** Ends the waits of clients whose patience is over; called at short intervals. */
  public void tick() {
    coalescer.expire(RequestClock.now());
  }

  /** Reads that wait for the read of another client without a thread. */
  public int waitingWithoutThread() {
    return coalescer.pending();
  }

  /** Reads that overrides limit. */
  OverriddenReads overridden() {
    return overridden;
  }

  /** How reads of a table are answered. */
  Rule rule(TableMetadata table) {
    HotReads hotReads = tables.hotReads(table.id);
    HotReads option = hotReads == null ? HotReads.DEFAULT : hotReads;
    return new Rule(
        option.coalesced().orElse(byDefault),
        option,
        enforcesLimits ? tables.enforcedOnReads(table.id) : null);
  }

  /**
   * How reads of a table are answered.
   *
   * @param isCoalesced whether identical reads share one
   * @param limit null if the table has none that is enforced
   */
  record Rule(boolean isCoalesced, HotReads option, @Nullable TableLimit limit) {}

  /**
   * Whether a read that was refused waits for a group: if it may be admitted soon, and if the same
   * read was refused just before.
   */
  boolean waitsAfter(CassandraException refusal, Request request, ReadIdentity read) {
    return isBrief(refusal) && refused.isRepeated(read.hashCode(), request.startedNanos());
  }

  static boolean isBrief(@Nullable CassandraException refusal) {
    return refusal instanceof Explained explained && explained.isBrief();
  }

  private ResultMessage execute(Request request, Execution next) {
    if (request.course().arrived() instanceof WaitingRead waiting) {
      return executeForGroup(request, waiting, next);
    }
    if (tables.isEmpty() && !byDefault) {
      return next.execute(request);
    }
    TableMetadata table = request.kind() == RequestKind.READS ? request.table() : null;
    if (table == null) {
      return StaleAnswers.isWrite(request, tables)
          ? stale.executeWrite(request, next)
          : next.execute(request);
    }
    if (overridden.contain(request, table)) {
      return next.execute(request);
    }
    HotReads hotReads = tables.hotReads(table.id);
    boolean isOn = hotReads == null ? byDefault : hotReads.coalesced().orElse(byDefault);
    boolean allowsStale = hotReads != null && hotReads.allowsStale();
    TableLimit limit =
        enforcesLimits && (isOn || allowsStale) ? tables.enforcedOnReads(table.id) : null;
    if (limit != null) {
      return executeLimited(
          request, limit, hotReads == null ? HotReads.DEFAULT : hotReads, isOn, next);
    }
    return isOn ? executeUnlimited(request, next) : next.execute(request);
  }

  private ResultMessage executeUnlimited(Request request, Execution next) {
    int likeness;
    try {
      likeness = request.likeness();
    } catch (RequestValidationException e) {
      // Cassandra fails in the same way and tells the client why.
      return next.execute(request);
    } catch (RuntimeException e) {
      faults.report("comparing reads", e);
      return next.execute(request);
    }
    boolean isHot = inFlight.begin(likeness) >= HOT;
    try {
      ReadIdentity read = isHot ? identify(request) : null;
      return read == null
          ? executeOrWait(request, next)
          : executeInGroup(request, read, null, HotReads.DEFAULT, next);
    } finally {
      inFlight.end(likeness);
    }
  }

  private ResultMessage executeOrWait(Request request, Execution next) {
    try {
      return next.execute(request);
    } catch (RequestValidationException refusal) {
      ReadIdentity read = isBrief(refusal) ? identify(request) : null;
      if (read == null || !waitsAfter(refusal, request, read)) {
        throw refusal;
      }
      return executeInGroup(request, read, null, HotReads.DEFAULT, next);
    }
  }

  /** A read under its limit is executed, unless a group waits for the same admission. */
  private ResultMessage executeLimited(
      Request request, TableLimit limit, HotReads option, boolean isOn, Execution next) {
    ReadIdentity known = option.allowsStale() || coalescer.lines() > 0 ? identify(request) : null;
    if (isOn && known != null && coalescer.isRead(known)) {
      // A line of this table begins with a rejection.
      ResultMessage old = stale.answer(request, known, option, limit);
      return old == null ? executeInGroup(request, known, limit, option, next) : old;
    }
    request.course().setTrial(true);
    try {
      return executeAlone(request, known, limit, option, next);
    } catch (RateLimitReachedException rejection) {
      request.course().setTrial(false);
      return afterRejection(request, known, limit, option, isOn, next, rejection);
    }
  }

  private ResultMessage afterRejection(
      Request request,
      @Nullable ReadIdentity known,
      TableLimit limit,
      HotReads option,
      boolean isOn,
      Execution next,
      RateLimitReachedException rejection) {
    ReadIdentity read = known == null ? identify(request) : known;
    if (read != null) {
      ResultMessage old = stale.answer(request, read, option, limit);
      if (old != null) {
        return old;
      }
      if (isOn && limit.rejectsWith(rejection)) {
        return executeInGroup(request, read, limit, option, next);
      }
    }
    countRejected(limit, tokenOf(request), rejection);
    throw rejection;
  }

  private ResultMessage executeAlone(
      Request request,
      @Nullable ReadIdentity read,
      TableLimit limit,
      HotReads option,
      Execution next) {
    if (read == null || !option.allowsStale()) {
      return next.execute(request);
    }
    Attempt attempt = new Attempt(request, limit, next, faults);
    attempt.execute();
    stale.keep(request, read, option, attempt.answer());
    return attempt.own();
  }

  /** The identity of a read that its client may execute; null if it takes no part. */
  private @Nullable ReadIdentity identify(Request request) {
    try {
      request.validate();
      return request.identity();
    } catch (RequestValidationException | RequestExecutionException e) {
      // Cassandra fails in the same way and tells the client why.
      return null;
    } catch (RuntimeException e) {
      faults.report("comparing reads", e);
      return null;
    }
  }

  private ResultMessage executeInGroup(
      Request request,
      ReadIdentity read,
      @Nullable TableLimit limit,
      HotReads option,
      Execution next) {
    Attempt attempt = new Attempt(request, limit, next, faults);
    Reading<SharedAnswer> reading = coalescer.read(read, request.deadlineNanos(), attempt);
    return answer(request, read, limit, option, next, attempt, reading);
  }

  /** Executes the read of a group whose members wait without threads. */
  private ResultMessage executeForGroup(Request request, WaitingRead waiting, Execution next) {
    Turn<SharedAnswer> turn = waiting.takeTurn();
    if (turn == null) {
      return next.execute(request);
    }
    WaitingRead.Subject subject = waiting.subject();
    Attempt attempt = new Attempt(request, subject.limit(), next, faults);
    Reading<SharedAnswer> reading = turn.read(attempt);
    return answer(
        request, subject.read(), subject.limit(), subject.option(), next, attempt, reading);
  }

  private ResultMessage answer(
      Request request,
      ReadIdentity read,
      @Nullable TableLimit limit,
      HotReads option,
      Execution next,
      Attempt attempt,
      Reading<SharedAnswer> reading) {
    return switch (reading.outcome()) {
      case EXECUTED -> {
        if (option.allowsStale()) {
          stale.keep(request, read, option, attempt.answer());
        }
        yield attempt.own();
      }
      case SHARED -> share(request, reading.answer().orElse(SharedAnswer.NONE), limit, next);
      case ALONE -> {
        if (limit == null) {
          yield next.execute(request);
        }
        // Its own attempt would take the admission for which a group waits.
        throw reject(limit, tokenOf(request));
      }
      case LATE, REFUSED -> throw refusal(request, reading.outcome(), limit, attempt);
    };
  }

  /** A member may have joined a group of a table that had no limit then. */
  private CassandraException refusal(
      Request request, Reading.Outcome outcome, @Nullable TableLimit limit, Attempt attempt) {
    RequestValidationException last = attempt.lastRefusal();
    if (last != null && isBrief(last)) {
      return last;
    }
    return outcome == Reading.Outcome.LATE || limit == null
        ? late.at(Objects.requireNonNull(request.consistency()), request.table())
        : reject(limit, tokenOf(request));
  }

  private static Token tokenOf(Request request) {
    return request.partitions().get(0).token();
  }

  /** Counts a rejection that answers a client. */
  void countRejected(TableLimit limit, Token partition, RateLimitReachedException answer) {
    names.countRejected(limit, partition, answer);
  }

  /** Counts a rejection, and returns the answer to the client. */
  RateLimitReachedException reject(TableLimit limit, Token partition) {
    RateLimitReachedException rejection = rejections.byCoordinator(limit, partition);
    countRejected(limit, partition, rejection);
    return rejection;
  }

  private ResultMessage share(
      Request request, SharedAnswer answer, @Nullable TableLimit limit, Execution next) {
    if (!answer.isShareable()) {
      return next.execute(request);
    }
    countShared(limit, tokenOf(request));
    request.course().answeredByOthers();
    return answer.message();
  }

  /** Counts a read that was answered with the read of another client. */
  void countShared(@Nullable TableLimit limit, Token partition) {
    coalesced.inc();
    if (limit != null) {
      names.countCoalesced(limit, partition);
    }
  }

  /** The answer to a read whose group took too long. */
  RequestTimeoutException late(WaitingRead.Subject subject) {
    return late.at(subject.consistency(), subject.table());
  }
}
