package io.goodput.cassandra.yield;

import static io.goodput.cassandra.settings.Settings.YIELD_TO_REQUESTS;

import io.goodput.cassandra.event.EventKind;
import io.goodput.cassandra.event.Events;
import io.goodput.cassandra.event.Growth;
import io.goodput.cassandra.feature.Feature;
import io.goodput.cassandra.feature.Mode;
import io.goodput.cassandra.feature.Switch;
import io.goodput.cassandra.feature.Tick;
import io.goodput.cassandra.platform.Platform;
import io.goodput.cassandra.processor.NodeSeconds;
import io.goodput.cassandra.settings.Settings;
import io.goodput.cassandra.view.Metrics;
import io.goodput.cassandra.view.Rounded;
import io.goodput.cassandra.view.View;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.db.marshal.InetAddressType;
import org.apache.cassandra.db.marshal.TimestampType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.apache.cassandra.schema.SchemaConstants;
import org.apache.cassandra.service.reads.SpeculativeRetryPolicy;
import org.apache.cassandra.utils.FBUtilities;
import org.jspecify.annotations.Nullable;

/** Background work and hedged reads that yield while requests wait. */
public final class YieldFeature implements Feature {

  private static final double MEBIBYTE = 1 << 20;

  private final Yielding yielding;
  private final HedgedReads hedged;
  private final Events events;

  /** As the settings say. */
  public YieldFeature(Settings settings, Events events) {
    this.yielding =
        new Yielding(
            Mode.named(settings.get(YIELD_TO_REQUESTS)),
            TimeSource.system(),
            new NodeSeconds(TimeSource.system())::next,
            List.of(new Compaction(), new Streaming()));
    this.hedged =
        new HedgedReads(
            yielding::mode, () -> yielding.signs().waited(), YieldFeature::stores, Instant::now);
    this.events = events;
  }

  /** Those of clients whose reads Cassandra hedges when they are slow, by their ids. */
  private static Map<Object, HedgedTable.Reads> stores() {
    return Keyspace.allExisting()
        .filter(keyspace -> !SchemaConstants.isSystemKeyspace(keyspace.getName()))
        .flatMap(keyspace -> keyspace.getColumnFamilyStores().stream())
        .filter(store -> hedgesSlowReads(store.metadata().params.speculativeRetry.kind()))
        .collect(Collectors.toMap(store -> store.metadata().id, HedgedTable::of));
  }

  private static boolean hedgesSlowReads(SpeculativeRetryPolicy.Kind kind) {
    return kind != SpeculativeRetryPolicy.Kind.NEVER && kind != SpeculativeRetryPolicy.Kind.ALWAYS;
  }

  private List<Lever> levers() {
    List<Lever> levers = new ArrayList<>(yielding.works());
    levers.add(hedged);
    return levers;
  }

  @Override
  public List<VirtualTable> tables() {
    return List.of(yielding(), strain());
  }

  private VirtualTable yielding() {
    return View.<Lever>of(
            "yielding", "background work and hedged reads of this node, which yield to requests")
        .partitionKey("work", UTF8Type.instance, Lever::name)
        .text("mode", work -> yielding.mode().toString())
        .bool("yields", work -> work.shown().yields())
        .column(
            "since",
            TimestampType.instance,
            work -> work.shown().since() == null ? null : Date.from(work.shown().since()))
        .floating("share", work -> Rounded.hundredths(work.shown().share()))
        .floating("set_mib_per_second", work -> mebibytes(work.shown().set()))
        .floating("now_mib_per_second", work -> mebibytes(work.shown().now()))
        .floating("debt", work -> Rounded.hundredths(work.shown().debt()))
        .bigint("changes", work -> work.shown().changes())
        .bigint("seconds", work -> work.shown().seconds())
        .over(this::levers);
  }

  private VirtualTable strain() {
    return View.<Yielding.Signs>of("strain", "what requests of this node have waited for")
        .partitionKey("node", InetAddressType.instance, it -> FBUtilities.getJustBroadcastAddress())
        .bool("waited", Yielding.Signs::waited)
        .floating("processor_wait_ms", it -> millis(it.turnNanos()))
        .floating("usual_processor_wait_ms", it -> millis(it.usualTurnNanos()))
        .floating("read_ms", it -> millis(it.readNanos()))
        .floating("usual_read_ms", it -> millis(it.usualReadNanos()))
        .bigint("waited_seconds", Yielding.Signs::waitedSeconds)
        .over(() -> List.of(yielding.signs()));
  }

  private static @Nullable Double mebibytes(@Nullable Long bytes) {
    return bytes == null ? null : Rounded.tenths(bytes / MEBIBYTE);
  }

  private static double millis(double nanos) {
    return Rounded.hundredths(nanos / Nanos.PER_MILLI);
  }

  @Override
  public void register(Metrics metrics) {
    metrics.flag("Yields", () -> yielding.mode() == Mode.ON);
    metrics.total("StrainedSeconds", () -> yielding.signs().waitedSeconds());
    metrics.total("YieldedSeconds", this::seconds);
    metrics.total("YieldChanges", this::changes);
    for (Lever work : levers()) {
      metrics.gauge(work.title() + "Share", () -> work.shown().share());
    }
  }

  private long seconds() {
    return levers().stream().mapToLong(work -> work.shown().seconds()).sum();
  }

  private long changes() {
    return levers().stream().mapToLong(work -> work.shown().changes()).sum();
  }

  @Override
  public List<Runnable> watches() {
    return levers().stream().map(this::watch).toList();
  }

  private Runnable watch(Lever work) {
    Growth growth = new Growth(() -> work.shown().seconds(), Growth.QUIET_TICKS);
    return () -> {
      boolean observes = yielding.mode() == Mode.OBSERVE;
      switch (growth.tick()) {
        case BEGAN -> events.add(EventKind.YIELDING_BEGAN, work.began(observes));
        case ENDED -> events.add(EventKind.YIELDING_ENDED, work.ended());
        case NONE -> {}
      }
    };
  }

  /** On a thread of its own: the look at the debt visits all tables. */
  @Override
  public List<Tick> ticks() {
    return List.of(
        new Tick(
            "Goodput-yield",
            Nanos.PER_SECOND,
            "letting work yield",
            () -> whenOpen(yielding::tick)),
        new Tick(
            "Goodput-hedges",
            Nanos.PER_SECOND / HedgedReads.TICKS_PER_SECOND,
            "keeping hedged reads within their budget",
            () -> whenOpen(hedged::tick)));
  }

  /** Before that, the tables are being opened. */
  private static void whenOpen(Runnable task) {
    if (Platform.ofThisNode().knowsTheSchema()) {
      task.run();
    }
  }

  @Override
  public List<Switch> switches() {
    return List.of(
        new Switch(
            YIELD_TO_REQUESTS.key(),
            Mode.names(),
            () -> yielding.mode().toString(),
            value -> yielding.setMode(Mode.named(value))));
  }
}
