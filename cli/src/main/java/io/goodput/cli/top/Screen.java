package io.goodput.cli.top;

import static java.util.Objects.requireNonNullElseGet;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.goodput.cli.Printed;
import io.goodput.cli.watch.BusyPartition;
import io.goodput.cli.watch.Snapshot;
import io.goodput.cli.watch.Snapshot.FairShares;
import io.goodput.cli.watch.Snapshot.HeatLine;
import io.goodput.cli.watch.Snapshot.LimitLine;
import io.goodput.cli.watch.Snapshot.NodeLine;
import io.goodput.cli.watch.Snapshot.Operations;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Table;
import io.goodput.lab.bench.report.Text;
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
          column("reads", 9, row -> number(row.reads(), 1, Operations::perSecond)),
          column("p50 ms", 8, row -> number(row.reads(), 2, Operations::p50Ms)),
          column("p99 ms", 8, row -> number(row.reads(), 2, Operations::p99Ms)),
          column("writes", 9, row -> number(row.writes(), 1, Operations::perSecond)),
          column("p50 ms", 8, row -> number(row.writes(), 2, Operations::p50Ms)),
          column("p99 ms", 8, row -> number(row.writes(), 2, Operations::p99Ms)),
          column("warmed", 6, row -> number(row.warmed(), 3, Double::doubleValue)),
          column("in flight", 9, row -> number(row.fairShares(), 0, FairShares::inFlight)),
          column("room", 5, Screen::room),
          column("refused", 9, row -> number(row.fairShares(), 1, FairShares::refusedPerSecond)));

  private static final List<Figure<LimitLine>> LIMITS =
      List.of(
          column("limit on", -30, row -> row.series().tableName()),
          column("kind", 6, row -> row.series().kind()),
          column("limit", 10, row -> Integer.toString(row.limit())),
          column("mode", 7, LimitLine::mode),
          column("accepted", 9, row -> number(row, 1, LimitLine::acceptedPerSecond)),
          column("rejected", 9, row -> number(row, 1, LimitLine::rejectedPerSecond)),
          column("by coord.", 9, row -> number(row, 1, LimitLine::rejectedByCoordinatorPerSecond)),
          column("by repl.", 9, row -> number(row, 1, LimitLine::rejectedByReplicasPerSecond)),
          column("coalesced", 9, row -> number(row, 1, LimitLine::coalescedPerSecond)),
          column("stale", 9, row -> number(row, 1, LimitLine::answeredStalePerSecond)),
          column("unstamped", 9, row -> Long.toString(row.unstamped())));

  private static final List<Figure<BusyPartition>> HOT_PARTITIONS =
      List.of(
          column("hot partition of", -30, row -> row.series().tableName()),
          column("kind", 6, row -> row.series().kind()),
          column(
              "key",
              24,
              row ->
                  Printed.inALine(
                      requireNonNullElseGet(row.partitionKey(), () -> "token " + row.token()))),
          column("requested", 10, row -> number(row, 1, BusyPartition::perSecond)),
          column("rejected", 10, row -> number(row, 1, BusyPartition::rejectedPerSecond)),
          column("KiB", 9, row -> number(row.bytesPerSecond(), 1, bytes -> bytes / 1024)),
          column("in flight", 9, row -> number(row.inFlight(), 1, Double::doubleValue)));

  private static final List<Figure<HeatLine>> HEAT =
      List.of(
          column("heat of", -30, HeatLine::node),
          column("hit rate", 8, row -> number(row, 3, HeatLine::hitRate)),
          column("age s", 9, row -> Long.toString(row.ageSeconds())),
          column("wanted", 7, row -> number(row.shareWanted(), 3, Double::doubleValue)),
          column("given", 7, row -> number(row.shareGiven(), 3, Double::doubleValue)),
          column("local", 9, row -> number(row, 1, HeatLine::localPerSecond)),
          column("remote", 9, row -> number(row, 1, HeatLine::remotePerSecond)),
          column("replica", 9, row -> number(row, 1, HeatLine::replicaPerSecond)));

  private Screen() {}

  /** All keys, also those whose values are null. */
  static String json(Snapshot snapshot) {
    return JSON.valueToTree(snapshot).toString();
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

  /** A column with a minimum width, so that refreshes rarely move it. */
  private static <T> Figure<T> column(String title, int width, Function<T, String> text) {
    return Figure.column(("%" + width + "s").formatted(title), text);
  }

  /** Nothing if there is room for all. */
  private static String room(NodeLine row) {
    Integer room = row.fairShares() == null ? null : row.fairShares().room();
    return number(room, 0, Integer::doubleValue);
  }

  private static <T> String number(@Nullable T of, int decimals, ToDoubleFunction<T> value) {
    return of == null ? "-" : Text.number(value.applyAsDouble(of), decimals);
  }
}
