package io.goodput.cassandra.runaway;

import io.goodput.cassandra.request.Reasons;
import io.goodput.cassandra.request.RefusedException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a read of a range that was stopped, or that is refused because the same statement
 * was stopped before.
 *
 * <p>Without data of a request. A retry would run away again.
 */
final class RunawayReadException extends RefusedException {

  private static final long serialVersionUID = 1L;

  private RunawayReadException(String text, TableMetadata table, @Nullable Instant refusedUntil) {
    super(text, reasons(table, refusedUntil));
  }

  private static Reasons reasons(TableMetadata table, @Nullable Instant refusedUntil) {
    Reasons reasons = new Reasons(Reasons.Kind.RUNAWAY).table(table);
    return refusedUntil == null ? reasons : reasons.expiresAt(refusedUntil);
  }

  /** The answer to a read that was stopped. */
  static RunawayReadException stopped(TableMetadata table, RunawayStatement statement, long nanos) {
    return new RunawayReadException(
        "Stopped after %,d ms: this read goes through a range of table %s, and the node was short of processors or its disk, or the read took too long (runaway_reads)%s"
            .formatted(TimeUnit.NANOSECONDS.toMillis(nanos), table, consequence(statement)),
        table,
        end(statement));
  }

  /** The answer to a statement that was stopped before. */
  static RunawayReadException refused(TableMetadata table, RunawayStatement statement) {
    return new RunawayReadException(
        "Refused: a read of table %s with this statement was stopped before (runaway_reads)%s"
            .formatted(table, consequence(statement)),
        table,
        end(statement));
  }

  private static String consequence(RunawayStatement statement) {
    Instant end = end(statement);
    return end == null
        ? ""
        : "; this node refuses the statement until %s, or until DELETE FROM goodput.runaway WHERE id = '%s'"
            .formatted(end, statement.id());
  }

  private static @Nullable Instant end(RunawayStatement statement) {
    Instant end = statement.refusedUntil();
    return end == null ? null : end.truncatedTo(ChronoUnit.SECONDS);
  }
}
