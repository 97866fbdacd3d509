package io.goodput.cassandra.event;

import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The latest events of this node, at most {@value #MOST}. Each is also a line of the log: {@value
 * #LINES} at once at most, and one per second in the long run.
 *
 * <p>Thread-safe. Adding an event takes a lock and may write to the log, so it does not belong on
 * the path of requests.
 */
public final class Events {

  static final int MOST = 300;
  static final int LINES = 60;

  private static final Logger logger = LoggerFactory.getLogger(Events.class);

  private final TimeSource time;
  private final Deque<Event> newestFirst = new ArrayDeque<>();
  private long number;
  private double linesLeft = LINES;
  private long countedNanos;
  private int unlogged;

  /** No events yet. */
  public Events(TimeSource time) {
    this.time = time;
    this.countedNanos = time.monotonicNanos();
  }

  /** Adds an event of the node. */
  public void add(EventKind kind, String sentence) {
    add(kind, null, null, null, sentence);
  }

  /** Adds an event of a table. */
  public void add(EventKind kind, TableMetadata table, String sentence) {
    add(kind, table, null, null, sentence);
  }

  /**
   * Adds an event of a partition.
   *
   * @param key null if it is not known; it is shown only to those who may read the table
   * @param predicate the sentence, without the partition, which is its subject
   */
  public void addOfPartition(
      EventKind kind,
      TableMetadata table,
      Token token,
      @Nullable ByteBuffer key,
      String predicate) {
    add(kind, table, token, key, predicate);
  }

  private synchronized void add(
      EventKind kind,
      @Nullable TableMetadata table,
      @Nullable Token token,
      @Nullable ByteBuffer key,
      String text) {
    Instant at = Instant.ofEpochMilli(TimeUnit.NANOSECONDS.toMillis(time.wallNanos()));
    Event event = new Event(++number, at, kind, table, token, key, text);
    newestFirst.addFirst(event);
    if (newestFirst.size() > MOST) {
      newestFirst.removeLast();
    }
    if (takeLine()) {
      log(event.kind().severity(), event.line());
    } else {
      unlogged++;
    }
  }

  private boolean takeLine() {
    long now = time.monotonicNanos();
    linesLeft = Math.min(LINES, linesLeft + Nanos.toSeconds(now - countedNanos));
    countedNanos = now;
    boolean isLeft = linesLeft >= 1;
    linesLeft -= isLeft ? 1 : 0;
    return isLeft;
  }

  private void log(EventKind.Severity severity, String line) {
    if (unlogged > 0) {
      logger.warn("{} more events are not in the log: see goodput.events", unlogged);
      unlogged = 0;
    }
    switch (severity) {
      case INFO -> logger.info(line);
      case WARNING -> logger.warn(line);
      case ERROR -> logger.error(line);
    }
  }

  /** The events, newest first. */
  public synchronized List<Event> latest() {
    return List.copyOf(newestFirst);
  }
}
