package io.goodput.cassandra.request;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.cassandra.schema.TableMetadata;

/**
 * Why a request was refused, in a form for programs: the {@linkplain Explained#payload payload} of
 * an answer. Names no partition key, and nothing of another tenant. Belongs to one thread; what
 * {@link #payload} returns is thread-safe.
 */
public final class Reasons {

  /** What has refused a request. */
  public enum Kind {
    /** A limit per partition. */
    LIMIT,
    /** A limit that one partition has for a while. */
    OVERRIDE,
    /** A fair share of a node. */
    FAIR_SHARE,
    /** It was too late to serve it. */
    LATE,
    /** It repeats a request that has failed, beyond a budget. */
    REPEAT,
    /** Others wait for the same partition. */
    LINE,
    /** It goes through a range of a table, and others would wait. */
    RUNAWAY
  }

  private static final String RETRY = "retry";
  private static final String NEVER = "never";

  private final Map<String, ByteBuffer> entries = new LinkedHashMap<>();

  /** A kind, and whether it is worth trying again. */
  public Reasons(Kind kind) {
    put("refused", kind.name().toLowerCase(Locale.ROOT));
    put(RETRY, kind == Kind.REPEAT || kind == Kind.RUNAWAY ? NEVER : "later");
  }

  /** The table of the request. */
  public Reasons table(TableMetadata table) {
    return put("table", table.keyspace + "." + table.name);
  }

  /** Operations per second that the partition may have, not negative. */
  public Reasons limit(long perSecond) {
    put("limit", perSecond);
    return perSecond == 0 ? put(RETRY, NEVER) : this;
  }

  /** Another node may serve the request. */
  public Reasons otherNode() {
    return put(RETRY, "other_node");
  }

  /** Requests in flight that the partition or the role may have, positive. */
  public Reasons share(int inFlight) {
    return put("share", inFlight);
  }

  /** Requests in flight that it has. */
  public Reasons inFlight(int number) {
    return put("in_flight", number);
  }

  /** Requests per second that were refused lately for the same reason. */
  public Reasons rate(long perSecond) {
    return put("rate", perSecond);
  }

  /** After how many milliseconds to try again, positive. */
  public Reasons retryAfterMillis(long millis) {
    return put("retry_after_ms", millis);
  }

  /** When the reason ceases to exist, as in ISO 8601. */
  public Reasons expiresAt(Instant end) {
    return put("expires_at", end.toString());
  }

  private Reasons put(String key, long value) {
    return put(key, Long.toString(value));
  }

  private Reasons put(String key, String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    entries.put("goodput." + key, ByteBuffer.wrap(bytes).asReadOnlyBuffer());
    return this;
  }

  /** The payload so far. */
  public Map<String, ByteBuffer> payload() {
    return Collections.unmodifiableMap(new LinkedHashMap<>(entries));
  }
}
