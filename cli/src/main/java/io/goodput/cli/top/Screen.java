package io.goodput.cli.top;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.goodput.bench.report.Figure;
import io.goodput.bench.report.Table;
import io.goodput.bench.report.Text;
import io.goodput.cli.top.Snapshot.HeatLine;
import io.goodput.cli.top.Snapshot.LimitLine;
import io.goodput.cli.top.Snapshot.NodeLine;
import io.goodput.cli.top.Snapshot.Operations;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Snapshots as text, and as JSON on one line. */
final class Screen {

  private static final ObjectMapper JSON =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  private static final List<Figure<NodeLine>> NODES =
      List.of(
          column("node", -21, NodeLine::address),
          column("state", 14, NodeLine::state),
          column("reads", 9, row -> rate(row.reads(), Operations::perSecond)),
          column("p50 ms", 8, row -> millis(row.reads(), Operations::p50Ms)),
          column("p99 ms", 8, row -> millis(row.reads(), Operations::p99Ms)),
          column("writes", 9, row -> rate(row.writes(), Operations::perSecond)),
          column("p50 ms", 8, row -> millis(row.writes(), Operations::p50Ms)),
          column("p99 ms", 8, row -> millis(row.writes(), Operations::p99Ms)),
          column("warmed", 6, row -> fraction(row.warmed())));

  private static final List<Figure<LimitLine>> LIMITS =
      List.of(
          column("limit on", -30, row -> row.series().tableName()),
          column("kind", 6, row -> row.series().kind()),
          column("limit", 10, row -> Integer.toString(row.limit())),
          column("mode", 7, LimitLine::mode),
          column("accepted", 9, row -> rate(row, LimitLine::acceptedPerSecond)),
          column("rejected", 9, row -> rate(row, LimitLine::rejectedPerSecond)),
          column("by coord.", 9, row -> rate(row, LimitLine::rejectedByCoordinatorPerSecond)),
          column("by repl.", 9, row -> rate(row, LimitLine::rejectedByReplicasPerSecond)),
          column("unstamped", 9, row -> Long.toString(row.unstamped())));

  private static final List<Figure<BusyPartition>> HOT_PARTITIONS =
      List.of(
          column("hot partition of", -30, row -> row.series().tableName()),
          column("kind", 6, row -> row.series().kind()),
          column("key", 24, Screen::key),
          column("requested", 10, row -> rate(row, BusyPartition::perSecond)),
          column("rejected", 10, row -> rate(row, BusyPartition::rejectedPerSecond)));

  private static final List<Figure<HeatLine>> HEAT =
      List.of(
          column("heat of", -30, HeatLine::node),
          column("hit rate", 8, row -> fraction(row.hitRate())),
          column("age s", 9, row -> Long.toString(row.ageSeconds())),
          column("wanted", 7, row -> fraction(row.shareWanted())),
          column("given", 7, row -> fraction(row.shareGiven())),
          column("local", 9, row -> rate(row, HeatLine::localPerSecond)),
          column("remote", 9, row -> rate(row, HeatLine::remotePerSecond)),
          column("replica", 9, row -> rate(row, HeatLine::replicaPerSecond)));

  private Screen() {}

  /** All keys, also those whose values are null. */
  static String json(Snapshot snapshot) {
    try {
      return JSON.writeValueAsString(snapshot);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a snapshot has only numbers and strings", e);
    }
  }

  static String text(Snapshot snapshot) {
    String limits = Table.of(LIMITS, snapshot.limits()).text();
    return "Goodput, %s, rates per second\n\n%s\n%s\n%s%s"
        .formatted(
            snapshot.time(),
            Table.of(NODES, snapshot.nodes()).text(),
            snapshot.limits().isEmpty() ? limits + "none\n" : limits,
            Table.of(HOT_PARTITIONS, snapshot.hotPartitions()).text(),
            snapshot.heat().isEmpty() ? "" : "\n" + Table.of(HEAT, snapshot.heat()).text());
  }

  /**
   * A column with a minimum width, so that refreshes rarely move it; negative pads to the right.
   */
  private static <T> Figure<T> column(String title, int width, Function<T, String> text) {
    return Figure.column(("%" + width + "s").formatted(title), text);
  }

  private static String key(BusyPartition row) {
    return row.partitionKey() == null ? "token " + row.token() : row.partitionKey();
  }

  private static <T> String rate(@Nullable T row, ToDoubleFunction<T> perSecond) {
    return row == null ? "-" : Text.number(perSecond.applyAsDouble(row), 1);
  }

  private static String millis(
      @Nullable Operations operations, ToDoubleFunction<Operations> latency) {
    return operations == null ? "-" : Text.number(latency.applyAsDouble(operations), 2);
  }

  private static String fraction(@Nullable Double fraction) {
    return fraction == null ? "-" : Text.number(fraction, 3);
  }
}
