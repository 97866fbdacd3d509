package io.goodput.cassandra.runaway;

import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.Slot;
import io.goodput.cassandra.watch.StatementText;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * A read of a range that this node coordinates. Belongs to the request's thread, except {@link
 * #stop} and what it returns.
 */
final class Scan {

  /** Where the request under way keeps its scan. */
  static final Slot<Scan> SLOT = new Slot<>();

  private final TableMetadata table;
  private final @Nullable String text;
  private final String origin;
  private final long startedNanos;
  private final List<Long> messages = new ArrayList<>();
  private volatile long stoppedAfterNanos;

  private Scan(TableMetadata table, @Nullable String text, String origin, long startedNanos) {
    this.table = table;
    this.text = text;
    this.origin = origin;
    this.startedNanos = startedNanos;
  }

  static Scan of(Request request) {
    return new Scan(
        Objects.requireNonNull(request.table()),
        request.text(),
        request.client().origin(),
        request.startedNanos());
  }

  TableMetadata table() {
    return table;
  }

  /** The statement without its literals; empty if its text is not known. */
  String statement() {
    return text == null ? "" : StatementText.withoutLiterals(text);
  }

  /** What it has in common with statements that differ only in literals; null if unknown. */
  @Nullable String identity() {
    return text == null ? null : StatementText.identity(text);
  }

  /** The role, or else the address of the client. */
  String origin() {
    return origin;
  }

  /** On the {@code RequestClock}. */
  long startedNanos() {
    return startedNanos;
  }

  /** The ids of the messages that asked replicas. */
  List<Long> messages() {
    return messages;
  }

  /** A node stops a part of this read, which has run there for this long. */
  void stop(long afterNanos) {
    stoppedAfterNanos = Math.max(1, afterNanos);
  }

  /** The part has ended by itself, and no other was stopped. */
  void goOn() {
    stoppedAfterNanos = 0;
  }

  boolean isStopped() {
    return stoppedAfterNanos > 0;
  }

  /** How long it had run on the node that stopped a part, in nanoseconds; 0 if none did. */
  long stoppedAfterNanos() {
    return stoppedAfterNanos;
  }
}
