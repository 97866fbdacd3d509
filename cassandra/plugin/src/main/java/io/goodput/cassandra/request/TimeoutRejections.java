package io.goodput.cassandra.request;

import io.goodput.core.time.Nanos;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.db.WriteType;
import org.apache.cassandra.exceptions.ReadTimeoutException;
import org.apache.cassandra.exceptions.RequestTimeoutException;
import org.apache.cassandra.exceptions.WriteTimeoutException;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The timeouts that answer requests of one kind which the node sheds for one reason.
 *
 * <p>By default, drivers do not retry a timeout without any replica's answer. Some retry OVERLOADED
 * on the next node, which would multiply the load. Each exception is built without a stack trace
 * and without data of a request, at most once a second for its table and consistency level. The
 * memory is fixed: tables that share a place take turns, and get an answer without the table
 * meanwhile. Thread-safe and lock-free.
 */
public final class TimeoutRejections {

  /** There is no telling when to try again. */
  public static final long UNKNOWN = 0;

  private static final int PLACE_BITS = 6;

  /** Spreads the ids of tables, which are times with the same low bits. */
  private static final int GOLDEN_RATIO = 0x9E3779B9;

  private final RequestKind kind;
  private final Reasons.Kind refused;
  private final String reason;
  private final LongSupplier retryMillis;
  private final Map<ConsistencyLevel, RequestTimeoutException> byConsistency =
      new EnumMap<>(ConsistencyLevel.class);
  private final AtomicReferenceArray<@Nullable Answer> places =
      new AtomicReferenceArray<>(1 << PLACE_BITS);

  /**
   * Builds the exceptions that name no table.
   *
   * @param refused what their payload says
   * @param reason completes the sentence {@code Dropped before it was executed: …}
   * @param retryMillis after how many milliseconds to try again; {@link #UNKNOWN} if that cannot be
   *     told
   */
  public TimeoutRejections(
      RequestKind kind, Reasons.Kind refused, String reason, LongSupplier retryMillis) {
    this.kind = kind;
    this.refused = refused;
    this.reason = reason;
    this.retryMillis = retryMillis;
    for (ConsistencyLevel consistency : ConsistencyLevel.values()) {
      byConsistency.put(consistency, exception(consistency, null, UNKNOWN));
    }
  }

  /**
   * The answer to a request at this consistency level; the same object for a second.
   *
   * @param table null for a batch
   */
  public RequestTimeoutException at(ConsistencyLevel consistency, @Nullable TableMetadata table) {
    TableId id = table == null ? null : table.id;
    int place =
        ((Objects.hashCode(id) + consistency.code) * GOLDEN_RATIO) >>> (Integer.SIZE - PLACE_BITS);
    long now = RequestClock.roughly();
    Answer known = places.get(place);
    if (known == null || now - known.madeAt > Nanos.PER_SECOND) {
      Answer made =
          new Answer(id, consistency, now, exception(consistency, table, retryMillis.getAsLong()));
      known = places.compareAndSet(place, known, made) ? made : places.get(place);
    }
    return known != null && known.consistency == consistency && Objects.equals(known.table, id)
        ? known.exception
        : Objects.requireNonNull(byConsistency.get(consistency));
  }

  private RequestTimeoutException exception(
      ConsistencyLevel consistency, @Nullable TableMetadata table, long millis) {
    Reasons reasons = new Reasons(refused);
    List<String> details = new ArrayList<>();
    if (table != null) {
      reasons.table(table);
      details.add("table " + table.keyspace + "." + table.name);
    }
    if (millis != UNKNOWN) {
      reasons.retryAfterMillis(millis);
      details.add("retry after " + millis + " ms");
    }
    String text =
        "Dropped before it was executed: "
            + reason
            + (details.isEmpty() ? "" : " (" + String.join("; ", details) + ")");
    WriteType writeType = kind.writeType();
    return writeType == null
        ? new ShedRead(consistency, text, reasons.payload())
        : new ShedWrite(writeType, consistency, text, reasons.payload());
  }

  private record Answer(
      @Nullable TableId table,
      ConsistencyLevel consistency,
      long madeAt,
      RequestTimeoutException exception) {}

  private static final class ShedRead extends ReadTimeoutException implements Explained {

    private static final long serialVersionUID = 1L;

    private final String text;
    private final transient Map<String, ByteBuffer> payload;

    /** Only a read repair that times out may have data without a response, too. */
    ShedRead(ConsistencyLevel consistency, String text, Map<String, ByteBuffer> payload) {
      super(consistency, 0, 1, true);
      this.text = text;
      this.payload = payload;
    }

    @Override
    public Map<String, ByteBuffer> payload() {
      return payload;
    }

    @Override
    public String getMessage() {
      return text;
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  private static final class ShedWrite extends WriteTimeoutException implements Explained {

    private static final long serialVersionUID = 1L;

    private final transient Map<String, ByteBuffer> payload;

    /** No other timeout requires no response. */
    ShedWrite(
        WriteType writeType,
        ConsistencyLevel consistency,
        String text,
        Map<String, ByteBuffer> payload) {
      super(writeType, consistency, 0, 0, text);
      this.payload = payload;
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
}
