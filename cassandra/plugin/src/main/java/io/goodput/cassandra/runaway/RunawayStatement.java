package io.goodput.cassandra.runaway;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A statement of which parts were stopped, or would have been. Immutable.
 *
 * @param id names the statement of a table
 * @param text without literals; what a client sent, or how a replica reads its part
 * @param origin the role or the address of the latest client, or the address of the node that asked
 *     for a part
 * @param stopped how often it was stopped
 * @param wouldStop how often it would have been
 * @param refused how often it was refused since
 * @param longestNanos the longest time that such a read had run on this node
 * @param last when that happened most recently
 * @param refusedUntil until when this node refuses the statement; null if it does not
 */
record RunawayStatement(
    String id,
    String keyspace,
    String table,
    String text,
    String origin,
    long stopped,
    long wouldStop,
    long refused,
    long longestNanos,
    Instant last,
    @Nullable Instant refusedUntil) {

  /** After another part was stopped, or would have been. */
  RunawayStatement ran(boolean wasStopped, String by, long nanos, Instant at) {
    return new RunawayStatement(
        id,
        keyspace,
        table,
        text,
        by,
        stopped + (wasStopped ? 1 : 0),
        wouldStop + (wasStopped ? 0 : 1),
        refused,
        Math.max(longestNanos, nanos),
        at,
        refusedUntil);
  }

  /** With another end of its refusal; null if it is not refused. */
  RunawayStatement withRefusalUntil(@Nullable Instant end) {
    return new RunawayStatement(
        id, keyspace, table, text, origin, stopped, wouldStop, refused, longestNanos, last, end);
  }

  /** After another refusal. */
  RunawayStatement refusedOnce() {
    return new RunawayStatement(
        id,
        keyspace,
        table,
        text,
        origin,
        stopped,
        wouldStop,
        refused + 1,
        longestNanos,
        last,
        refusedUntil);
  }
}
