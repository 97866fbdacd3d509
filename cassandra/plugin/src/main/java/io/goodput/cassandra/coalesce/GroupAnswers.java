package io.goodput.cassandra.coalesce;

import com.codahale.metrics.Counter;
import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.limit.PartitionNames;
import io.goodput.cassandra.limit.PartitionRejections;
import io.goodput.cassandra.limit.TableLimit;
import io.goodput.cassandra.request.Postponed;
import io.goodput.cassandra.request.Reasons;
import io.goodput.cassandra.request.Refusal;
import io.goodput.cassandra.request.Rejection;
import io.goodput.cassandra.request.RequestKind;
import io.goodput.cassandra.request.TimeoutRejections;
import io.goodput.core.coalesce.Reading;
import org.apache.cassandra.transport.messages.ResultMessage;

/** Answers the clients of a group with what its read has brought. Thread-safe. */
final class GroupAnswers {

  private final PartitionNames names;
  private final PartitionRejections rejections;
  private final StaleAnswers stale;
  private final Faults faults;
  private final Counter coalesced = new Counter();
  private final TimeoutRejections late =
      new TimeoutRejections(
          RequestKind.READS,
          Reasons.Kind.LATE,
          "the read that it shares with identical ones took too long",
          () -> TimeoutRejections.UNKNOWN);

  GroupAnswers(
      PartitionNames names, PartitionRejections rejections, StaleAnswers stale, Faults faults) {
    this.names = names;
    this.rejections = rejections;
    this.stale = stale;
    this.faults = faults;
  }

  /** Reads that were answered with the read of another client. */
  Counter coalesced() {
    return coalesced;
  }

  StaleAnswers stale() {
    return stale;
  }

  Faults faults() {
    return faults;
  }

  /** What a request thread answers its client after the read of a group. */
  ResultMessage answer(OnThread way, Attempt attempt, Reading<SharedAnswer> reading) {
    HotRead read = way.read();
    return switch (reading.outcome()) {
      case EXECUTED -> {
        stale.keep(read, attempt.answer());
        yield attempt.own();
      }
      case SHARED -> {
        SharedAnswer answer = reading.answer().orElse(SharedAnswer.NONE);
        if (!answer.isShareable()) {
          yield ReadCoalescing.message(way.ask());
        }
        faults.guard("counting a shared answer", () -> countShared(read));
        way.request().course().answeredByOthers();
        yield answer.message();
      }
      case POSTPONED -> {
        way.request().course().answeredByOthers();
        yield new Postponed();
      }
      case REFUSED, LATE, ALONE -> {
        Rejection last = attempt.lastRejection();
        yield new Refusal(last == null ? rejection(read, reading) : last);
      }
    };
  }

  /** Answers a read that waits without a thread. */
  void answer(WaitingRead waiting, Reading<SharedAnswer> reading) {
    SharedAnswer answer = reading.answer().orElse(SharedAnswer.NONE);
    if (reading.outcome() != Reading.Outcome.SHARED) {
      Rejection rejection = rejection(waiting.read(), reading);
      waiting.reply().reject(rejection.answer());
      rejection.count(faults);
    } else if (answer.isShareable()) {
      waiting.reply().answer(answer.message(waiting.reply()));
      faults.guard("counting a shared answer", () -> countShared(waiting.read()));
    } else {
      waiting.reply().execute(GroupTurn.ALONE);
    }
  }

  /** The table may have had no limit when the read joined its group. */
  private Rejection rejection(HotRead read, Reading<SharedAnswer> reading) {
    TableLimit limit = read.limit();
    return reading.outcome() == Reading.Outcome.LATE || limit == null
        ? Rejection.of(late.at(read.consistency(), read.table()))
        : rejections.ofRead(limit, read.partition().token());
  }

  private void countShared(HotRead read) {
    coalesced.inc();
    TableLimit limit = read.limit();
    if (limit != null) {
      names.countCoalesced(limit, read.partition().token());
    }
  }
}
