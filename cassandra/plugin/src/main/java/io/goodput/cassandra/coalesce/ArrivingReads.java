package io.goodput.cassandra.coalesce;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.limit.RateLimitReachedException;
import io.goodput.cassandra.limit.TableLimit;
import io.goodput.cassandra.platform.Platform;
import io.goodput.cassandra.request.ArrivalStep;
import io.goodput.cassandra.request.Partition;
import io.goodput.cassandra.request.Pipeline;
import io.goodput.cassandra.request.ReadIdentity;
import io.goodput.cassandra.request.Reply;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.RequestKind;
import io.goodput.core.coalesce.Coalescer;
import io.goodput.core.coalesce.Reading;
import io.goodput.core.coalesce.Turn;
import java.util.Optional;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.exceptions.CassandraException;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.transport.messages.ResultMessage;

/**
 * Lets reads join their groups when they arrive, so that they wait without a request thread, and
 * answers reads over their limit with an old answer or a rejection. Thread-safe.
 *
 * <p>It checks no permissions: a group consists of reads of one role, and Cassandra checks the
 * permissions of the read that is executed, which starts after all of them have arrived.
 */
final class ArrivingReads implements ArrivalStep {

  private final ReadCoalescing reads;
  private final Coalescer<ReadIdentity, SharedAnswer> coalescer;
  private final StaleAnswers stale;
  private final Pipeline next;
  private final Faults faults;

  /**
   * Looks at reads before other steps.
   *
   * @param next checks limits
   */
  ArrivingReads(
      ReadCoalescing reads,
      Coalescer<ReadIdentity, SharedAnswer> coalescer,
      StaleAnswers stale,
      Pipeline next,
      Faults faults) {
    this.reads = reads;
    this.coalescer = coalescer;
    this.stale = stale;
    this.next = next;
    this.faults = faults;
  }

  @Override
  public boolean isActive(long now) {
    return coalescer.lines() > 0 || next.isActiveOnArrival(now);
  }

  @Override
  public boolean arrive(Request request, Reply reply) {
    TableMetadata table = request.kind() == RequestKind.READS ? request.table() : null;
    if (table == null) {
      return isRejected(request, reply);
    }
    ReadCoalescing.Rule rule = reads.rule(table);
    if (!rule.isCoalesced() && !rule.option().allowsStale()) {
      return isRejected(request, reply);
    }
    // Whether a mask applies is a question of permissions, which may have to be read.
    Partition partition = Platform.ofThisNode().hasMasks(table) ? null : request.onlyPartition();
    ReadIdentity read = partition == null ? null : request.identity();
    ConsistencyLevel consistency = request.consistency();
    if (partition == null
        || read == null
        || consistency == null
        || reads.overridden().contain(partition)) {
      return isRejected(request, reply);
    }
    WaitingRead.Subject subject =
        new WaitingRead.Subject(
            read, table, rule.limit(), rule.option(), partition.token(), consistency);
    if (rule.limit() != null) {
      return arriveLimited(request, subject, rule.limit(), rule.isCoalesced(), reply);
    }
    return rule.isCoalesced()
        ? arriveUnlimited(request, subject, reply)
        : isRejected(request, reply);
  }

  private boolean arriveUnlimited(Request request, WaitingRead.Subject subject, Reply reply) {
    if (joins(request, subject, reply)) {
      return true;
    }
    CassandraException rejection = next.arrive(request);
    if (rejection == null) {
      return false;
    }
    rejectUnlessBrief(rejection, request, subject, true, reply);
    return true;
  }

  /** A read that may be admitted soon waits, if others ask for the same. */
  private void rejectUnlessBrief(
      CassandraException rejection,
      Request request,
      WaitingRead.Subject subject,
      boolean isCoalesced,
      Reply reply) {
    if (!(isCoalesced
        && reads.waitsAfter(rejection, request, subject.read())
        && begins(request, subject, false, reply))) {
      reply.reject(rejection);
    }
  }

  private boolean isRejected(Request request, Reply reply) {
    CassandraException rejection = next.arrive(request);
    if (rejection == null) {
      return false;
    }
    reply.reject(rejection);
    return true;
  }

  private boolean arriveLimited(
      Request request,
      WaitingRead.Subject subject,
      TableLimit limit,
      boolean isCoalesced,
      Reply reply) {
    if (isCoalesced
        && coalescer.isRead(subject.read())
        && (isAnsweredStale(request, subject, limit, reply) || joins(request, subject, reply))) {
      return true;
    }
    request.course().setTrial(true);
    CassandraException rejection = next.arrive(request);
    if (rejection == null) {
      return false;
    }
    if (!(rejection instanceof RateLimitReachedException own && limit.rejectsWith(own))) {
      rejectUnlessBrief(rejection, request, subject, isCoalesced, reply);
    } else if (!isAnsweredStale(request, subject, limit, reply)
        && !(isCoalesced && begins(request, subject, true, reply))) {
      reads.countRejected(limit, subject.partition(), own);
      reply.reject(own);
    }
    return true;
  }

  private boolean isAnsweredStale(
      Request request, WaitingRead.Subject subject, TableLimit limit, Reply reply) {
    ResultMessage old = stale.answer(request, subject.read(), subject.option(), limit, reply);
    if (old == null) {
      return false;
    }
    reply.answer(old);
    return true;
  }

  private boolean joins(Request request, WaitingRead.Subject subject, Reply reply) {
    return coalescer.join(
        subject.read(), request.startedNanos(), request.deadlineNanos(), waiting(subject, reply));
  }

  /** Has a request thread lead a group that waits for its admission. */
  private boolean begins(
      Request request, WaitingRead.Subject subject, boolean isOverLimit, Reply reply) {
    Optional<Turn<SharedAnswer>> turn =
        coalescer.begin(
            subject.read(), isOverLimit, request.startedNanos(), request.deadlineNanos());
    turn.ifPresent(waiting(subject, reply)::lead);
    return turn.isPresent() || joins(request, subject, reply);
  }

  private WaitingRead waiting(WaitingRead.Subject subject, Reply reply) {
    return new WaitingRead(subject, reply, this::answer);
  }

  private void answer(WaitingRead waiting, Reading<SharedAnswer> reading) {
    try {
      WaitingRead.Subject subject = waiting.subject();
      switch (reading.outcome()) {
        case SHARED -> share(waiting, reading.answer().orElse(SharedAnswer.NONE));
        case REFUSED -> waiting.reply().reject(refusal(subject));
        default -> waiting.reply().reject(reads.late(subject));
      }
    } catch (Throwable e) {
      faults.report("answering a group of reads", e);
    }
  }

  private void share(WaitingRead waiting, SharedAnswer answer) {
    if (!answer.isShareable()) {
      waiting.reply().execute(waiting);
      return;
    }
    reads.countShared(waiting.subject().limit(), waiting.subject().partition());
    waiting.reply().answer(answer.message(waiting.reply()));
  }

  /** The table may have had no limit when the read joined its group. */
  private CassandraException refusal(WaitingRead.Subject subject) {
    TableLimit limit = subject.limit();
    return limit == null ? reads.late(subject) : reads.reject(limit, subject.partition());
  }
}
