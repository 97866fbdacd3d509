package io.goodput.cli.top;

import static java.util.Objects.requireNonNullElseGet;

import io.goodput.cli.Printed;
import io.goodput.cli.watch.Snapshot;
import io.goodput.cli.watch.Snapshot.BusyPartition;
import io.goodput.cli.watch.Snapshot.FairShares;
import io.goodput.cli.watch.Snapshot.HeatLine;
import io.goodput.cli.watch.Snapshot.LimitLine;
import io.goodput.cli.watch.Snapshot.NodeLine;
import io.goodput.cli.watch.Snapshot.Operations;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Snapshots as text. */
final class Screen {

  private static final List<Column<NodeLine>> NODES =
      List.of(
          new Column<>("node", 21, NodeLine::address),
          new Column<>("state", 14, NodeLine::state),
          new Column<>("reads", 9, row -> number(row.reads(), 1, Operations::perSecond)),
          new Column<>("p50 ms", 8, row -> number(row.reads(), 2, Operations::p50Ms)),
          new Column<>("p99 ms", 8, row -> number(row.reads(), 2, Operations::p99Ms)),
          new Column<>("writes", 9, row -> number(row.writes(), 1, Operations::perSecond)),
          new Column<>("p50 ms", 8, row -> number(row.writes(), 2, Operations::p50Ms)),
          new Column<>("p99 ms", 8, row -> number(row.writes(), 2, Operations::p99Ms)),
          new Column<>("warmed", 6, row -> number(row.warmed(), 3, Double::doubleValue)),
          new Column<>("in flight", 9, row -> number(row.fairShares(), 0, FairShares::inFlight)),
          new Column<>("room", 5, Screen::room),
          new Column<>(
              "refused", 9, row -> number(row.fairShares(), 1, FairShares::refusedPerSecond)));

  private static final List<Column<LimitLine>> LIMITS =
      List.of(
          new Column<>("limit on", 30, row -> row.series().tableName()),
          new Column<>("kind", 6, row -> row.series().kind()),
          new Column<>("limit", 10, row -> Integer.toString(row.limit())),
          new Column<>("mode", 7, LimitLine::mode),
          new Column<>("accepted", 9, row -> number(row, 1, LimitLine::acceptedPerSecond)),
          new Column<>("rejected", 9, row -> number(row, 1, LimitLine::rejectedPerSecond)),
          new Column<>(
              "by coord.", 9, row -> number(row, 1, LimitLine::rejectedByCoordinatorPerSecond)),
          new Column<>(
              "by repl.", 9, row -> number(row, 1, LimitLine::rejectedByReplicasPerSecond)),
          new Column<>("coalesced", 9, row -> number(row, 1, LimitLine::coalescedPerSecond)),
          new Column<>("stale", 9, row -> number(row, 1, LimitLine::answeredStalePerSecond)),
          new Column<>("unstamped", 9, row -> Long.toString(row.unstamped())));

  private static final List<Column<BusyPartition>> HOT_PARTITIONS =
      List.of(
          new Column<>("hot partition of", 30, row -> row.series().tableName()),
          new Column<>("kind", 6, row -> row.series().kind()),
          new Column<>(
              "key",
              24,
              row ->
                  Printed.inALine(
                      requireNonNullElseGet(row.partitionKey(), () -> "token " + row.token()))),
          new Column<>("requested", 10, row -> number(row, 1, BusyPartition::perSecond)),
          new Column<>("rejected", 10, row -> number(row, 1, BusyPartition::rejectedPerSecond)),
          new Column<>("KiB", 9, row -> number(row.bytesPerSecond(), 1, bytes -> bytes / 1024)),
          new Column<>("in flight", 9, row -> number(row.inFlight(), 1, Double::doubleValue)));

  private static final List<Column<HeatLine>> HEAT =
      List.of(
          new Column<>("heat of", 30, HeatLine::node),
          new Column<>("hit rate", 8, row -> number(row, 3, HeatLine::hitRate)),
          new Column<>("age s", 9, row -> Long.toString(row.ageSeconds())),
          new Column<>("wanted", 7, row -> number(row.shareWanted(), 3, Double::doubleValue)),
          new Column<>("given", 7, row -> number(row.shareGiven(), 3, Double::doubleValue)),
          new Column<>("local", 9, row -> number(row, 1, HeatLine::localPerSecond)),
          new Column<>("remote", 9, row -> number(row, 1, HeatLine::remotePerSecond)),
          new Column<>("replica", 9, row -> number(row, 1, HeatLine::replicaPerSecond)));

  private Screen() {}

  static String text(Snapshot snapshot) {
    String limits = Column.table(LIMITS, snapshot.limits());
    return "Goodput, %s, rates per second\n\n%s\n%s\n%s%s"
        .formatted(
            snapshot.time(),
            Column.table(NODES, snapshot.nodes()),
            snapshot.limits().isEmpty() ? limits + "none\n" : limits,
            Column.table(HOT_PARTITIONS, snapshot.hotPartitions()),
            snapshot.heat().isEmpty() ? "" : "\n" + Column.table(HEAT, snapshot.heat()));
  }

  /** Nothing if there is room for all. */
  private static String room(NodeLine row) {
    Integer room = row.fairShares() == null ? null : row.fairShares().room();
    return number(room, 0, Integer::doubleValue);
  }

  private static <T> String number(@Nullable T of, int decimals, ToDoubleFunction<T> value) {
    double number = of == null ? Double.NaN : value.applyAsDouble(of);
    return Double.isFinite(number)
        ? String.format(Locale.ROOT, "%." + decimals + "f", number)
        : "-";
  }

  /**
   * A column of a table.
   *
   * @param <T> a row of the table
   * @param width minimum width, so that refreshes rarely move the column
   * @param text cell of a row
   */
  record Column<T>(String title, int width, Function<? super T, String> text) {

    /** The rows with a header. */
    static <T> String table(List<Column<T>> columns, List<T> rows) {
      List<List<String>> lines = new ArrayList<>();
      lines.add(columns.stream().map(Column::title).toList());
      rows.forEach(row -> lines.add(columns.stream().map(it -> it.text.apply(row)).toList()));
      return Printed.table(lines, columns.stream().mapToInt(Column::width).toArray());
    }
  }
}
