package io.goodput.cassandra.override;

import io.goodput.cassandra.event.Events;
import io.goodput.cassandra.exchange.Exchange;
import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.limit.LimitedTables;
import io.goodput.cassandra.limit.PartitionOverride;
import io.goodput.cassandra.platform.Platform;
import io.goodput.cassandra.request.Request;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.cassandra.db.partitions.PartitionUpdate;
import org.apache.cassandra.exceptions.CassandraException;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.exceptions.RequestExecutionException;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.ClientWarn;
import org.apache.cassandra.tracing.Tracing;
import org.apache.cassandra.utils.FBUtilities;
import org.apache.cassandra.utils.NoSpamLogger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The overrides that this node knows. A node that changes one tells the others, which then read all
 * of them. Each node also reads them every few seconds, in case a message is lost.
 *
 * <p>Thread-safe. If a node cannot read them, those that it has read before stay in force until
 * they expire.
 */
public final class Overrides {

  /** The time between two ticks. */
  public static final long TICK_NANOS = 100 * Nanos.PER_MILLI;

  /** The longest partition key, in bytes: the same as that of {@code hot_partitions}. */
  static final int MOST_KEY_BYTES = 1024;

  /** Ticks from one refresh to the next. */
  private static final int REFRESH_EVERY = 50;

  /** Failures without a warning: a new table may not have reached all nodes yet. */
  private static final int QUIET_FAILURES = 10;

  private static final int VERSION = 1;
  private static final byte[] CHANGED = {};

  private static final Logger logger = LoggerFactory.getLogger(Overrides.class);

  private final LimitedTables tables;
  private final boolean enforcesLimits;
  private final Faults faults;
  private final OverrideChanges changes;
  private final Exchange.Channel channel;
  private final OverrideTable table = new OverrideTable();
  private final AtomicBoolean isOutdated = new AtomicBoolean();
  private volatile List<PartitionOverride> known = List.of();
  private final AtomicLong reads = new AtomicLong();
  private final AtomicInteger failures = new AtomicInteger();
  private long latest;
  private int ticks;

  /**
   * The overrides of this node's cluster; the node has not read them yet.
   *
   * @param tables learn of what is in force
   * @param enforcesLimits whether this node rejects requests over their limits
   * @param events get an event for each change
   */
  public Overrides(
      LimitedTables tables,
      boolean enforcesLimits,
      Events events,
      Exchange exchange,
      Faults faults) {
    this.tables = tables;
    this.changes = new OverrideChanges(events);
    this.enforcesLimits = enforcesLimits;
    this.faults = faults;
    this.channel = exchange.open("overrides", VERSION, (message, from) -> isOutdated.set(true));
  }

  /** The overrides that are in force, of tables that exist. */
  public List<PartitionOverride> inForce() {
    Instant now = now();
    return known.stream()
        .filter(override -> override.isInForce(now) && isOfATable(override))
        .toList();
  }

  /** Whether overrides of a table reject requests on this node, or only count them. */
  boolean isEnforced(TableId table) {
    return enforcesLimits && tables.isEnforced(table);
  }

  /** False if the table was dropped, which ends its overrides. */
  private static boolean isOfATable(PartitionOverride override) {
    return Platform.ofThisNode().schema().getTableMetadata(override.table()) != null;
  }

  /**
   * Learns of changes, and ends what has expired; called every {@link #TICK_NANOS}, by one thread.
   */
  public void tick() {
    expire();
    if (!Platform.ofThisNode().knowsTheSchema()) {
      return;
    }
    boolean isTold = isOutdated.getAndSet(false);
    if (isTold || ticks++ % REFRESH_EVERY == 0) {
      refresh();
    }
  }

  /** Reads all overrides now, or keeps those that it knows, and returns false, if it cannot. */
  private boolean refresh() {
    try {
      if (table.isOpening()) {
        isOutdated.set(true);
      }
      long number = reads.incrementAndGet();
      know(table.read().stream().map(OverrideTable.Stored::override).toList(), number);
      failures.set(0);
      return true;
    } catch (RequestExecutionException e) {
      if (failures.incrementAndGet() <= QUIET_FAILURES) {
        isOutdated.set(true);
      } else {
        NoSpamLogger.log(
            logger,
            NoSpamLogger.Level.WARN,
            "overrides",
            1,
            TimeUnit.MINUTES,
            "Overrides cannot be read; this node uses those that it has read before",
            e);
      }
    } catch (RuntimeException e) {
      faults.report("refreshing overrides", e);
    }
    return false;
  }

  private synchronized void expire() {
    Instant now = now();
    if (known.stream().anyMatch(override -> !override.isInForce(now))) {
      know(known, latest);
    }
  }

  /** Two threads may read at a time: what began to be read last counts. */
  private synchronized void know(List<PartitionOverride> read, long number) {
    if (number < latest) {
      return;
    }
    boolean isFirst = latest == 0;
    latest = number;
    Instant now = now();
    List<PartitionOverride> before = known;
    known = read.stream().filter(override -> override.isInForce(now)).toList();
    tables.override(known);
    if (!isFirst) {
      changes.tell(before, known, now);
    }
  }

  /**
   * Changes an override as a statement on the virtual table says. When this returns, it is in force
   * on this node, or the client has been warned that it is not yet.
   *
   * @param request may alter the table of the partition
   * @throws RequestValidationException if the client may not, or if the statement makes no sense
   * @throws RequestExecutionException for example if too few replicas are up
   */
  public void apply(PartitionUpdate statement, Request request) {
    try {
      change(statement, request);
    } catch (CassandraException e) {
      throw e;
    } catch (RuntimeException e) {
      faults.report("changing an override", e);
      throw new InvalidRequestException(
          "Goodput has failed to change the override: search system.log of this node for the cause");
    }
  }

  private void change(PartitionUpdate statement, Request request) {
    OverrideUpdate update = OverrideUpdate.of(statement);
    request.client().authorizeAlter(update.keyspace(), update.table());
    TableMetadata of = table(update);
    ByteBuffer key = KeyLiteral.parse(of, update.key());
    if (key.remaining() > MOST_KEY_BYTES) {
      throw new InvalidRequestException(
          "The partition key has %d bytes, and that of an override at most %d"
              .formatted(key.remaining(), MOST_KEY_BYTES));
    }
    store(update, of, key, request.client().origin());
    tellOthers();
    if (!refresh()) {
      ClientWarn.instance.warn(
          "The override is stored, but this node cannot read it yet; it tries again every 5 s");
    }
  }

  private static TableMetadata table(OverrideUpdate update) {
    TableMetadata of =
        Platform.ofThisNode().schema().getTableMetadata(update.keyspace(), update.table());
    if (of == null) {
      throw new InvalidRequestException(
          "Table %s.%s does not exist".formatted(update.keyspace(), update.table()));
    }
    if (of.isVirtual() || of.isView()) {
      throw new InvalidRequestException(
          "%s.%s is a view or a virtual table, so its partitions cannot have overrides"
              .formatted(of.keyspace, of.name));
    }
    return of;
  }

  private void store(OverrideUpdate update, TableMetadata of, ByteBuffer key, String origin) {
    Instant now = now();
    List<OverrideTable.Stored> stored = table.read();
    OverrideTable.Stored row =
        stored.stream()
            .filter(it -> it.override().table().equals(of.id) && it.override().key().equals(key))
            .findFirst()
            .orElse(null);
    PartitionOverride before = row != null && row.override().isInForce(now) ? row.override() : null;
    PartitionOverride after = update.applied(of.id, key, before, origin, now);
    if (after == null) {
      if (row != null) {
        // Past on every clock. Once more if it has been removed: another data center may have been
        // down then.
        save(row.override().endedAt(Instant.EPOCH), row, now);
      }
      if (before != null) {
        report("{} has removed the override of {}", inOneLine(origin), partition(of, key));
      }
      return;
    }
    if (row == null) {
      OverrideQuota.require(stored, of, origin);
    }
    save(after, row, now);
    report(
        "{} has set an override of {}: {}", inOneLine(origin), partition(of, key), inWords(after));
    warnIfNotEnforced(of);
  }

  private void save(PartitionOverride override, OverrideTable.@Nullable Stored row, Instant now) {
    if (!table.save(override, row, now)) {
      ClientWarn.instance.warn(
          "Another data center is down or slow, and may not have this change: repeat the statement"
              + " once it answers");
    }
  }

  /** The log knows no permissions, so it gets the token and not the key. */
  private static String partition(TableMetadata of, ByteBuffer key) {
    return "the partition of %s.%s with token %s"
        .formatted(of.keyspace, of.name, of.partitioner.getToken(key));
  }

  static String inWords(PartitionOverride override) {
    return "%s reads and %s writes per second until %s"
        .formatted(inWords(override.reads()), inWords(override.writes()), override.expiresAt());
  }

  private static String inWords(@Nullable Integer limit) {
    return limit == null ? "as many as the table's" : limit.toString();
  }

  /** The name of a role may contain anything, such as the beginning of another line. */
  private static String inOneLine(String origin) {
    return origin.replaceAll("[\\p{Cc}\\x{2028}\\x{2029}]", " ");
  }

  private static void report(String message, Object... values) {
    logger.info(message, values);
    Tracing.trace(message, values);
  }

  private void warnIfNotEnforced(TableMetadata of) {
    if (!enforcesLimits) {
      ClientWarn.instance.warn(
          "This node rejects nothing over its limit (enforce_limits: false), overrides included");
    } else if (!tables.isEnforced(of.id)) {
      ClientWarn.instance.warn(
          "Limits of %s.%s are in observe mode: its overrides count and reject nothing"
              .formatted(of.keyspace, of.name));
    }
  }

  private void tellOthers() {
    for (InetAddressAndPort node : Gossiper.instance.getLiveMembers()) {
      if (!node.equals(FBUtilities.getBroadcastAddressAndPort())) {
        channel.send(CHANGED, node);
      }
    }
  }

  private static Instant now() {
    return Instant.ofEpochMilli(TimeUnit.NANOSECONDS.toMillis(TimeSource.system().wallNanos()));
  }
}
