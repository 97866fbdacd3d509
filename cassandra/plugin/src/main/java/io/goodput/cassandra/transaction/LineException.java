package io.goodput.cassandra.transaction;

import io.goodput.cassandra.request.Reasons;
import io.goodput.cassandra.request.RefusedException;
import org.apache.cassandra.schema.TableMetadata;

/** The answer to a lightweight transaction that was not executed, as others were before it. */
final class LineException extends RefusedException {

  private static final long serialVersionUID = 1L;

  /** About what some transactions take. */
  private static final long RETRY_MILLIS = 100;

  private LineException(String why, TableMetadata table) {
    super(
        "Not executed: %s for one partition of table %s.%s; retry after %d ms"
            .formatted(why, table.keyspace, table.name, RETRY_MILLIS),
        new Reasons(Reasons.Kind.LINE).table(table).retryAfterMillis(RETRY_MILLIS));
  }

  /** As many wait as may. */
  static LineException full(int most, TableMetadata table) {
    return new LineException(
        "%d lightweight transactions (lwt_line_length) wait in line".formatted(most), table);
  }

  /** It has waited for as long as its client does. */
  static LineException late(TableMetadata table) {
    return new LineException(
        "the lightweight transaction waited in line for as long as its client does", table);
  }
}
