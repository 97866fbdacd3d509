package io.goodput.cli.console;

import static java.util.stream.Collectors.joining;

import io.goodput.cli.console.Finding.Level;
import io.goodput.cli.watch.NodeSample.State;
import io.goodput.cli.watch.Snapshot.BusyPartition;
import io.goodput.cli.watch.Snapshot.FairShares;
import io.goodput.cli.watch.Snapshot.LimitLine;
import io.goodput.cli.watch.Snapshot.NodeLine;
import io.goodput.cli.watch.Snapshot.Series;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is wrong with a cluster, or would be without Goodput. The most urgent comes first. */
record Findings(
    List<NodeState> nodes,
    Demand demand,
    List<LimitLine> limits,
    List<BusyPartition> partitions,
    List<Map<String, @Nullable Object>> clients,
    List<Map<String, @Nullable Object>> overrides,
    List<Map<String, @Nullable Object>> events,
    Set<String> lacking) {

  /** A partition that draws this share of a cluster's requests is hot. */
  private static final double HOT_SHARE = 0.5;

  /** More failures than this share of a cluster's requests are trouble. */
  private static final double FAILING_SHARE = 0.05;

  /** Below this many requests per second, no partition is hot. */
  private static final double HOT_PER_SECOND = 100;

  private static final int MOST_PARTITIONS = 20;
  private static final int LONGEST_KEY = 60;

  List<Finding> all() {
    List<Finding> all = new ArrayList<>();
    addNodes(all);
    addFailures(all);
    partitions.stream()
        .map(this::of)
        .flatMap(Stream::ofNullable)
        .limit(MOST_PARTITIONS)
        .forEach(all::add);
    nodes.forEach(node -> add(all, node));
    all.sort(Comparator.comparing(Finding::level));
    return all;
  }

  private void addNodes(List<Finding> all) {
    List<String> gone = addresses(node -> isIn(node, State.DOWN) || isIn(node, State.NO_ANSWER));
    if (!gone.isEmpty() && gone.size() == nodes.size()) {
      String text = "No node of the cluster answers.";
      add(all, "silent", Level.TROUBLE, text, "The console keeps trying.");
    } else if (!gone.isEmpty()) {
      add(
          all,
          "gone",
          Level.TROUBLE,
          "%s not answer: %s.".formatted(count(gone, "node does", "nodes do"), list(gone)),
          "The figures are those of the others.");
    }
    List<String> bare = addresses(node -> isIn(node, State.NO_PLUGIN));
    if (!bare.isEmpty()) {
      add(
          all,
          "bare",
          Level.UNKNOWN,
          "%s without the plug-in: %s."
              .formatted(count(bare, "node runs", "nodes run"), list(bare)),
          "The page does not see what happens there, and no limit holds. Run goodput install.");
    }
    List<String> closed = addresses(node -> isIn(node, State.NOT_PERMITTED));
    if (!closed.isEmpty()) {
      add(
          all,
          "closed",
          Level.UNKNOWN,
          "%s not let this user read its figures: %s."
              .formatted(count(closed, "node does", "nodes do"), list(closed)),
          "Run the grants in docs/operations.md for this user.");
    }
    // Without one of these views, a cluster in trouble may look calm.
    List<String> unseen = Stream.of("node", "queue").filter(lacking::contains).toList();
    if (!unseen.isEmpty()) {
      add(
          all,
          "unseen",
          Level.UNKNOWN,
          "Nodes do not show this user all that can tell of trouble: %s.".formatted(list(unseen)),
          "Run the grants in docs/operations.md for this user.");
    }
    List<String> versions =
        nodes.stream()
            .flatMap(node -> Stream.ofNullable(node.goodput()))
            .distinct()
            .sorted()
            .toList();
    if (versions.size() > 1) {
      add(
          all,
          "versions",
          Level.NOTICE,
          "Nodes run different versions of the plug-in: %s.".formatted(list(versions)),
          "Finish the upgrade.");
    }
  }

  private void addFailures(List<Finding> findings) {
    double failed = nodes.stream().mapToDouble(NodeState::failedPerSecond).sum();
    double executed = nodes.stream().mapToDouble(NodeState::executedPerSecond).sum();
    double all = Math.max(failed, executed);
    if (failed >= 1 && failed >= FAILING_SHARE * all) {
      add(
          findings,
          "failing",
          Level.TROUBLE,
          "%.0f%% of the cluster's requests fail: %s of %s reads and writes/s."
              .formatted(100 * failed / all, number(failed), number(all)),
          overload());
    }
  }

  /** Whether nodes are overloaded, as far as they tell. */
  private String overload() {
    List<FairShares> shares =
        nodes.stream().flatMap(node -> Stream.ofNullable(node.line().fairShares())).toList();
    if (shares.isEmpty()) {
      return "Nodes do not tell whether they are overloaded: fair_shares is off.";
    }
    return shares.stream().anyMatch(node -> node.room() != null)
        ? "Nodes are overloaded."
        : "No node with fair_shares is overloaded.";
  }

  private void add(List<Finding> all, NodeState node) {
    String name = node.line().address();
    FairShares shares = node.line().fairShares();
    if (shares != null && shares.room() != null) {
      add(
          all,
          "overloaded " + name,
          Level.TROUBLE,
          "Node %s is overloaded: it has %d requests in flight, and room for %d."
              .formatted(name, shares.inFlight(), shares.room()),
          "Goodput refuses %s requests/s above their fair share."
              .formatted(number(shares.refusedPerSecond())));
    }
    if (node.isStanding()) {
      add(
          all,
          "standing " + name,
          Level.TROUBLE,
          "Requests wait too long in the queue of node %s.".formatted(name),
          "Goodput drops %s requests/s of them."
              .formatted(number(node.latePerSecond() + node.droppedPerSecond())));
    }
    if (node.faults() > 0) {
      add(
          all,
          "faults " + name,
          Level.NOTICE,
          "The plug-in of node %s has had %d faults.".formatted(name, node.faults()),
          "It let the requests pass. See system.log.");
    }
    Double warmed = node.line().warmed();
    if (warmed != null && warmed < 1) {
      add(
          all,
          "warming " + name,
          Level.NOTICE,
          "Node %s warms its cache: %.0f%% done.".formatted(name, 100 * warmed),
          "It gets few reads until it is warm.");
    }
  }

  /** Null for a partition that is neither hot nor held. */
  private @Nullable Finding of(BusyPartition partition) {
    Series series = partition.series();
    double perSecond = partition.perSecond();
    double rejected = partition.rejectedPerSecond();
    boolean isRejected = rejected >= 1 && rejected >= 0.1 * perSecond;
    boolean isHot = demand.share(partition) >= HOT_SHARE && perSecond >= HOT_PER_SECOND;
    if (!isRejected && !isHot) {
      return null;
    }
    LimitLine limit =
        limits.stream().filter(it -> it.series().equals(series)).findFirst().orElse(null);
    Integer override = override(partition);
    Double share = demand.steadyShare(partition);
    String id = "%s %s %s".formatted(series.tableName(), series.kind(), partition.token());
    return new Finding(
        "partition " + id,
        isRejected || isBounded(partition, limit, override) ? Level.HELD : Level.TROUBLE,
        "One partition draws %s of the cluster's %s: partition %s of %s%s."
            .formatted(
                share == null ? "many" : "%.0f%%".formatted(100 * share),
                series.kind(),
                keyOf(partition),
                series.tableName(),
                client(partition)),
        isRejected
            ? "Goodput rejects %s of its %s %s/s%s."
                .formatted(
                    number(rejected),
                    number(perSecond),
                    series.kind(),
                    by(perSecond, limit, override))
            : "Goodput serves %s %s/s: %s."
                .formatted(served(partition), series.kind(), unheld(partition, limit, override)),
        id,
        began(partition));
  }

  /**
   * When the newest event tells that the partition became hot or was refused; 0 if none does, or if
   * rejections of its table have ended since.
   */
  private long began(BusyPartition partition) {
    long began =
        latest(
            row ->
                ("hot_partition".equals(row.get("kind"))
                        || "rejections_began".equals(row.get("kind")))
                    && isSameKey(partition, row));
    long ended =
        latest(row -> "rejections_ended".equals(row.get("kind")) && isSameTable(partition, row));
    return began < ended ? 0 : began;
  }

  private long latest(Predicate<Map<String, @Nullable Object>> condition) {
    return events.stream()
        .filter(condition)
        .map(row -> row.get("at"))
        .filter(Long.class::isInstance)
        .mapToLong(at -> (Long) at)
        .max()
        .orElse(0);
  }

  private static String served(BusyPartition partition) {
    String all = number(partition.perSecond());
    String served = number(partition.perSecond() - partition.rejectedPerSecond());
    return served.equals(all) ? "all " + all : served + " of its " + all;
  }

  /**
   * Whether an override is in force for a partition, or a limit below its rate. When an attack
   * ends, its rejections end first, and then its rate falls below the limit.
   */
  private boolean isBounded(
      BusyPartition partition, @Nullable LimitLine limit, @Nullable Integer override) {
    return !isObserved(limit)
        && (override != null || (limit != null && limit.limit() < demand.fallsFrom(partition)));
  }

  private static boolean isObserved(@Nullable LimitLine limit) {
    return limit != null && limit.mode().equals("observe");
  }

  /** What rejects requests for a partition, if the console knows it yet. */
  private static String by(
      double perSecond, @Nullable LimitLine limit, @Nullable Integer override) {
    if (override != null) {
      return override < perSecond ? ": an override admits %d".formatted(override) : "";
    }
    return limit != null && limit.limit() < perSecond
        ? ": the limit of the table admits %d".formatted(limit.limit())
        : "";
  }

  /** Why requests for a partition are served. */
  private static String unheld(
      BusyPartition partition, @Nullable LimitLine limit, @Nullable Integer override) {
    if (isObserved(limit)) {
      return "the table only observes, and would reject %s/s"
          .formatted(number(partition.wouldRejectPerSecond()));
    }
    if (override != null) {
      return "an override admits %d/s".formatted(override);
    }
    if (limit == null) {
      return "the table has no limit";
    }
    // Reads that share an answer count as one.
    return partition.perSecond() > limit.limit()
        ? "at most %d/s of them are executed".formatted(limit.limit())
        : "they are within the limit of the table, %d/s".formatted(limit.limit());
  }

  private @Nullable Integer override(BusyPartition partition) {
    String column = "max_" + partition.series().kind() + "_per_second";
    return overrides.stream()
        .filter(row -> isSameKey(partition, row) && !Boolean.FALSE.equals(row.get("enforced")))
        .map(row -> row.get(column))
        .filter(Integer.class::isInstance)
        .map(Integer.class::cast)
        .findFirst()
        .orElse(null);
  }

  /** The client that sends the most requests for a partition, if any node tells. */
  private String client(BusyPartition partition) {
    List<Map<String, @Nullable Object>> own =
        clients.stream().filter(row -> isOf(partition, row)).toList();
    String names =
        own.stream()
            .limit(1)
            .flatMap(
                most ->
                    Stream.of(
                        part("by role ", most.get("role")),
                        part("from ", most.get("client_address")),
                        part("with ", most.get("application"))))
            .filter(part -> !part.isEmpty())
            .collect(joining(" "));
    String others = own.size() > 1 ? " and %d more".formatted(own.size() - 1) : "";
    return names.isEmpty() ? "" : ", requested " + names + others;
  }

  private static boolean isOf(BusyPartition partition, Map<String, @Nullable Object> row) {
    return partition.series().kind().equals(row.get("kind"))
        && isSameTable(partition, row)
        && partition.token().equals(row.get("token"));
  }

  private static boolean isSameKey(BusyPartition partition, Map<String, @Nullable Object> row) {
    return isSameTable(partition, row)
        && partition.partitionKey() != null
        && partition.partitionKey().equals(row.get("partition_key"));
  }

  private static boolean isSameTable(BusyPartition partition, Map<String, @Nullable Object> row) {
    return partition.series().keyspace().equals(row.get("keyspace_name"))
        && partition.series().table().equals(row.get("table_name"));
  }

  private static String part(String before, @Nullable Object value) {
    return value == null ? "" : before + value;
  }

  private static String keyOf(BusyPartition partition) {
    String key = partition.partitionKey();
    if (key == null) {
      return "with token " + partition.token();
    }
    return key.length() > LONGEST_KEY ? key.substring(0, LONGEST_KEY) + " …" : key;
  }

  private List<String> addresses(Predicate<NodeLine> condition) {
    return nodes.stream().map(NodeState::line).filter(condition).map(NodeLine::address).toList();
  }

  private static boolean isIn(NodeLine node, State state) {
    return node.state().equals(state.toString());
  }

  private static String count(List<String> names, String one, String many) {
    return names.size() == 1 ? "One " + one : names.size() + " " + many;
  }

  private static String list(List<String> names) {
    return names.size() <= 5
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, 5)) + " and " + (names.size() - 5) + " more";
  }

  private static String number(double rate) {
    return String.format(Locale.ROOT, "%,.0f", rate);
  }

  private static void add(List<Finding> all, String id, Level level, String text, String action) {
    all.add(new Finding(id, level, text, action, null, 0));
  }
}
