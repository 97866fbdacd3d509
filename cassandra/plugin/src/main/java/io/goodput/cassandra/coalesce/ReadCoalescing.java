package io.goodput.cassandra.coalesce;

import com.codahale.metrics.Counter;
import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.limit.LimitedTables;
import io.goodput.cassandra.limit.PartitionNames;
import io.goodput.cassandra.limit.PartitionRejections;
import io.goodput.cassandra.limit.TableLimit;
import io.goodput.cassandra.option.HotReads;
import io.goodput.cassandra.request.EarlyStep;
import io.goodput.cassandra.request.Execution;
import io.goodput.cassandra.request.Partition;
import io.goodput.cassandra.request.Pipeline;
import io.goodput.cassandra.request.ReadIdentity;
import io.goodput.cassandra.request.Refusal;
import io.goodput.cassandra.request.Rejection;
import io.goodput.cassandra.request.Reply;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.RequestKind;
import io.goodput.cassandra.request.Verdict;
import io.goodput.core.coalesce.Coalescer;
import io.goodput.core.coalesce.GroupRead;
import io.goodput.core.coalesce.ReadFacts;
import io.goodput.core.coalesce.RepeatedReads;
import io.goodput.core.coalesce.Turn;
import io.goodput.core.table.HashedLongs;
import io.goodput.core.time.Nanos;
import java.util.Objects;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.exceptions.RequestExecutionException;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.jspecify.annotations.Nullable;

/**
 * Answers identical reads with one read while many clients ask for it, and reads over their limit
 * with a stale answer if their table allows that. All other requests go on as they are.
 *
 * <p>A read takes part if several that look alike are under way, or if its limit or a fair share
 * refuses it. {@link ReadFacts} decides what becomes of it. Thread-safe.
 */
public final class ReadCoalescing {

  /** The number of similar reads under way on this node from which they are hot. */
  private static final int HOT = 4;

  /** The part of the request threads that may wait for the reads of others. */
  private static final int WAITING_PART = 4;

  /** Within this time, a read of a limited table is repeated. */
  private static final long REPEATED_NANOS = 10 * Nanos.PER_SECOND;

  /** How often a read looks for a line that begins or ends at the same moment. */
  private static final int TRIES = 4;

  private final LimitedTables tables;
  private final boolean enforcesLimits;
  private final StaleAnswers stale;
  private final ReadNode node;
  private final Faults faults;
  private final Coalescer<ReadIdentity, SharedAnswer> coalescer;

  /** Reads under way, by a hash of what they ask for; some may count together. 16 KiB. */
  private final HashedLongs inFlight = new HashedLongs(1 << 11);

  private final RepeatedReads aboveShare = new RepeatedReads();
  private final RepeatedReads ofLimited = new RepeatedReads(REPEATED_NANOS);
  private final GroupAnswers answers;
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
    this(tables, byDefault, enforcesLimits, names, rejections, stale, new ThisNode(faults), faults);
  }

  /** The same for a node that is not this one. */
  ReadCoalescing(
      LimitedTables tables,
      boolean byDefault,
      boolean enforcesLimits,
      PartitionNames names,
      PartitionRejections rejections,
      StaleAnswers stale,
      ReadNode node,
      Faults faults) {
    this.tables = tables;
    this.byDefault = byDefault;
    this.enforcesLimits = enforcesLimits;
    this.stale = stale;
    this.node = node;
    this.faults = faults;
    this.coalescer =
        new Coalescer<>(node.time(), node.timer(), () -> node.requestThreads() / WAITING_PART);
    this.answers = new GroupAnswers(names, rejections, stale, faults);
    this.overridden = new OverriddenReads(tables, enforcesLimits, faults);
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
    return answers.coalesced();
  }

  /** Request threads that wait for the read of another client, or for its admission. */
  public int waiting() {
    return coalescer.waiting();
  }

  /** Reads that wait for the read of another client without a thread. */
  public int waitingWithoutThread() {
    return coalescer.pending();
  }

  /** Ends the waits of clients whose timeouts have passed; called at short intervals. */
  public void tick() {
    coalescer.expire(node.time().monotonicNanos());
  }

  /**
   * A step that answers requests.
   *
   * @param next asks the limit and the fair shares, and executes a request
   */
  public Execution before(Pipeline next) {
    return request -> execute(request, next);
  }

  /**
   * A step that answers requests when they arrive.
   *
   * @param next asks the limit and the fair shares
   */
  public EarlyStep earlyBefore(Pipeline next) {
    return new EarlyStep() {
      @Override
      public boolean isActive(long now) {
        return coalescer.lines() > 0 || next.isActiveOnArrival(now);
      }

      @Override
      public boolean hasWaiting() {
        return coalescer.pending() > 0;
      }

      @Override
      public Verdict decide(Request request, Reply reply) {
        return arrive(request, reply, next);
      }
    };
  }

  private Verdict arrive(Request request, Reply reply, Pipeline next) {
    TableMetadata table = request.kind() == RequestKind.READS ? request.table() : null;
    // Whether a mask applies is a question of permissions, which may have to be read.
    boolean takesPart = table != null && takesPart(table) && !node.hasMasks(table);
    Partition only = takesPart ? request.onlyPartition() : null;
    if (table == null || only == null || overridden.contain(only)) {
      return next.arrive(request);
    }
    HotRead read = hotRead(request, table);
    return read == null
        ? next.arrive(request)
        : decide(
            new OnArrival(request, read, next, coalescer, ofLimited, reply, answers),
            request,
            read,
            null);
  }

  private boolean takesPart(TableMetadata table) {
    HotReads option = tables.hotReads(table.id);
    return option == null
        ? byDefault
        : option.coalesced().orElse(byDefault) || (option.allowsStale() && limit(table) != null);
  }

  private @Nullable HotRead hotRead(Request request, TableMetadata table) {
    ReadIdentity identity = request.identity();
    ConsistencyLevel consistency = request.consistency();
    if (identity == null || consistency == null) {
      return null;
    }
    HotReads known = tables.hotReads(table.id);
    HotReads option = known == null ? HotReads.DEFAULT : known;
    return new HotRead(
        identity,
        table,
        limit(table),
        option,
        option.coalesced().orElse(byDefault),
        request.partitions().get(0),
        consistency);
  }

  /**
   * Decides what becomes of a read.
   *
   * @param refused why it is not admitted; null if that has not been asked yet
   */
  private Verdict decide(Way way, Request request, HotRead read, @Nullable Rejection refused) {
    Rejection rejection = refused;
    for (int i = 0; ; i++) {
      boolean isOpen =
          read.isCoalesced() && coalescer.isRead(read.identity(), request.startedNanos());
      ReadFacts.Verdict verdict =
          rejection == null ? ReadFacts.Verdict.UNKNOWN : read.verdict(rejection);
      StaleAnswers.Found old =
          isOpen || verdict == ReadFacts.Verdict.OVER_LIMIT ? stale.find(read) : null;
      ReadFacts facts =
          new ReadFacts(
              verdict,
              isOpen,
              old != null,
              rejection != null && !isOpen && isRepeated(way, request, verdict),
              i < TRIES && mayWait(way, request, read, rejection, isOpen));
      switch (facts.action()) {
        case ASK -> {
          Verdict asked = way.ask();
          if (!(asked instanceof Rejection own)) {
            return asked;
          }
          rejection = own;
        }
        case STALE -> {
          return way.answer(Objects.requireNonNull(old));
        }
        case JOIN, BEGIN -> {
          Verdict waited = way.await(isOpen ? null : rejection);
          if (waited != null) {
            return waited;
          }
        }
        case REJECT -> {
          return Objects.requireNonNull(rejection);
        }
      }
    }
  }

  /** Whether others have just asked for the same; the read counts from now on. */
  private boolean isRepeated(Way way, Request request, ReadFacts.Verdict verdict) {
    return verdict == ReadFacts.Verdict.ABOVE_SHARE
        ? aboveShare.isRepeated(request.likeness(), request.startedNanos())
        : way.isRepeated();
  }

  /** Whether a read may wait, and will be tried again before its client's timeout. */
  private static boolean mayWait(
      Way way, Request request, HotRead read, @Nullable Rejection rejection, boolean isOpen) {
    if (!read.isCoalesced() || !way.hasRoom(isOpen)) {
      return false;
    }
    long pause = rejection == null ? 0 : read.pauseNanos(rejection);
    return pause != GroupRead.NEVER
        && request.startedNanos() + pause - request.deadlineNanos() <= 0;
  }

  private ResultMessage execute(Request request, Pipeline next) {
    if (request.course().known() == GroupTurn.ALONE) {
      return next.execute(request);
    }
    if (request.course().known() instanceof GroupTurn group) {
      Turn<SharedAnswer> turn = group.take();
      return turn == null
          ? next.execute(request)
          : onThread(request, group.read(), true, next).lead(turn);
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
    if (!takesPart(table) || overridden.contain(request, table)) {
      return next.execute(request);
    }
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
    return limit(table) == null
        ? executeUnlimited(request, table, likeness, next)
        : executeLimited(
            request, table, ofLimited.isRepeated(likeness, request.startedNanos()), next);
  }

  /** The limit of reads of a table; null if it has none that is enforced. */
  private @Nullable TableLimit limit(TableMetadata table) {
    return enforcesLimits ? tables.enforcedOnReads(table.id) : null;
  }

  /** The read of a table without a limit shares only while it is hot. */
  private ResultMessage executeUnlimited(
      Request request, TableMetadata table, int likeness, Pipeline next) {
    boolean isHot = inFlight.add(likeness, 1) >= HOT;
    try {
      HotRead read = isHot ? identify(request, table) : null;
      Verdict shared =
          read == null || !read.isCoalesced()
              ? null
              : onThread(request, read, true, next).await(null);
      return shared == null ? executeOrWait(request, table, false, next) : message(shared);
    } finally {
      inFlight.add(likeness, -1);
    }
  }

  /** The read of a limited table does not take an admission for which a group waits. */
  private ResultMessage executeLimited(
      Request request, TableMetadata table, boolean isRepeated, Pipeline next) {
    HotReads option = tables.hotReads(table.id);
    boolean isFirst = coalescer.lines() == 0 && (option == null || !option.allowsStale());
    HotRead read = isFirst ? null : identify(request, table);
    return read == null
        ? executeOrWait(request, table, isRepeated, next)
        : message(decide(onThread(request, read, isRepeated, next), request, read, null));
  }

  /** An admitted read is executed; another one may wait for its group. */
  private ResultMessage executeOrWait(
      Request request, TableMetadata table, boolean isRepeated, Pipeline next) {
    ResultMessage answer = next.execute(request);
    HotRead read = answer instanceof Refusal ? identify(request, table) : null;
    return answer instanceof Refusal refusal && read != null
        ? message(
            decide(onThread(request, read, isRepeated, next), request, read, refusal.rejection()))
        : answer;
  }

  private OnThread onThread(Request request, HotRead read, boolean isRepeated, Pipeline next) {
    return new OnThread(request, read, isRepeated, next, coalescer, answers);
  }

  static ResultMessage message(Verdict verdict) {
    return verdict instanceof Verdict.Answer answer
        ? answer.message()
        : new Refusal((Rejection) verdict);
  }

  /** The read if its client may execute it; null if it takes no part. */
  private @Nullable HotRead identify(Request request, TableMetadata table) {
    try {
      request.validate();
      return hotRead(request, table);
    } catch (RequestValidationException | RequestExecutionException e) {
      // Cassandra fails in the same way and tells the client why.
      return null;
    } catch (RuntimeException e) {
      faults.report("comparing reads", e);
      return null;
    }
  }
}
