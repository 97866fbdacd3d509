package io.goodput.cassandra.runaway;

import io.goodput.cassandra.feature.Mode;
import io.goodput.cassandra.request.Guard;
import io.goodput.cassandra.request.Occasion;
import io.goodput.cassandra.request.Rejection;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.RequestKind;
import io.goodput.cassandra.request.Verdict;
import org.apache.cassandra.exceptions.RequestExecutionException;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.jspecify.annotations.Nullable;

/**
 * Refuses statements whose reads have run away, and tells clients why a read was stopped. All but
 * reads of ranges bypass it. Thread-safe.
 */
final class RunawayGuard implements Guard {

  private final RunawayReads reads;
  private final Scans scans;

  RunawayGuard(RunawayReads reads, Scans scans) {
    this.reads = reads;
    this.scans = scans;
  }

  @Override
  public String activity() {
    return "watching a read of a range";
  }

  @Override
  public boolean isIdle(Request request) {
    return reads.mode() == Mode.OFF || request.kind() != RequestKind.RANGE_READS;
  }

  @Override
  public Verdict decide(Request request, Occasion occasion) {
    if (isIdle(request)) {
      return Verdict.ADMIT;
    }
    if (!occasion.mayBlock()) {
      return Verdict.UNDECIDED;
    }
    Scan scan = Scan.of(request);
    RunawayStatement refused = reads.refused(scan);
    if (refused != null && mayKnow(request)) {
      reads.countRefused(refused);
      return Rejection.of(RunawayReadException.refused(scan.table(), refused));
    }
    reads.seen(scan.startedNanos());
    scans.begin(scan);
    request.set(Scan.SLOT, scan);
    return Verdict.ADMIT;
  }

  /** A client that may not read the table learns nothing of others' statements. */
  private static boolean mayKnow(Request request) {
    try {
      request.authorize();
      return true;
    } catch (RequestValidationException | RequestExecutionException e) {
      // Cassandra fails in the same way and tells the client why.
      return false;
    }
  }

  @Override
  public @Nullable Rejection leave(Request request, @Nullable Throwable failure) {
    Scan scan = request.get(Scan.SLOT);
    if (scan == null) {
      return null;
    }
    request.set(Scan.SLOT, null);
    scans.end(scan);
    return scan.isStopped() && failure instanceof RequestExecutionException
        ? Rejection.of(
            RunawayReadException.stopped(
                scan.table(), reads.failed(scan), scan.stoppedAfterNanos()))
        : null;
  }
}
