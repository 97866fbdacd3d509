package io.goodput.cassandra.runaway;

import io.goodput.cassandra.request.Explained;
import io.goodput.cassandra.request.Reasons;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.exceptions.ExceptionCode;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a read of a range that was stopped, or that is refused because the same statement
 * was stopped before.
 *
 * <p>Without a stack trace and without data of a request. Its code is CONFIG_ERROR, which drivers
 * do not retry: a retry would run away again.
 */
final class RunawayReadException extends RequestValidationException implements Explained {

  private static final long serialVersionUID = 1L;

  private final transient Map<String, ByteBuffer> payload;

  private RunawayReadException(String text, TableMetadata table, @Nullable Instant refusedUntil) {
    super(ExceptionCode.CONFIG_ERROR, text);
    Reasons reasons = new Reasons(Reasons.Kind.RUNAWAY).table(table);
    this.payload = (refusedUntil == null ? reasons : reasons.expiresAt(refusedUntil)).payload();
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

  @Override
  public Map<String, ByteBuffer> payload() {
    return payload;
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
