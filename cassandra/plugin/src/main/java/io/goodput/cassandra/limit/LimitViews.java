package io.goodput.cassandra.limit;

import io.goodput.cassandra.view.Rounded;
import io.goodput.cassandra.view.View;
import io.goodput.core.peak.PeakRates;
import io.goodput.core.peak.ProposedLimit;
import io.goodput.core.peak.RateBand;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.jspecify.annotations.Nullable;

/** The virtual tables of limits: their names and what they show. */
final class LimitViews {

  private record Peak(TableLimit limit, RateBand band) {}

  private record Proposed(TableLimit limit, Optional<ProposedLimit> proposal) {

    static Proposed of(TableLimit limit) {
      return new Proposed(limit, limit.peaks().proposal());
    }

    @Nullable String waitsFor(boolean enforcesLimits) {
      if (proposal.isPresent()) {
        return null;
      }
      if (!enforcesLimits) {
        return "enforce_limits: true";
      }
      return limit.series() == 0 ? "fewer limits: only the first 511 are counted" : NEEDED;
    }

    <T> @Nullable T get(Function<ProposedLimit, T> figure) {
      return proposal.map(figure).orElse(null);
    }
  }

  /** What has to be counted before a limit is proposed. */
  private static final String NEEDED =
      "%d partitions and %d seconds".formatted(PeakRates.LEAST_PARTITIONS, PeakRates.LEAST_SECONDS);

  private LimitViews() {}

  /** {@code limits}: each limit in force on this node, and what it has done. */
  static VirtualTable limits(LimitedTables tables) {
    return LimitViews.<TableLimit>view(
            "limits",
            "per-partition rate limits of user tables, as this node enforces them",
            limit -> limit)
        .text("mode", limit -> limit.isEnforced() ? "enforce" : "observe")
        .integer("max_per_second", limit -> (int) limit.perSecond())
        .bigint("accepted", limit -> limit.accepted().getCount())
        .bigint("rejected", LimitViews::rejected)
        .bigint("rejected_by_coordinator", limit -> limit.rejected().getCount())
        .bigint("rejected_by_replicas", limit -> limit.rejectedByReplicas().getCount())
        .bigint("would_reject", limit -> limit.wouldReject().getCount())
        .bigint("unstamped", limit -> limit.unstamped().getCount())
        .bigint("coalesced", limit -> limit.coalesced().getCount())
        .bigint("answered_stale", limit -> limit.stale().getCount())
        .floating("accepted_per_second", limit -> Rounded.tenths(limit.acceptedPerSecond()))
        .floating("rejected_per_second", limit -> Rounded.tenths(limit.rejectedPerSecond()))
        .over(tables::limits);
  }

  private static long rejected(TableLimit limit) {
    return limit.rejected().getCount() + limit.rejectedByReplicas().getCount();
  }

  /** {@code peak_rates}: how often the partitions of each limited table were used per second. */
  static VirtualTable peakRates(LimitedTables tables) {
    return view("peak_rates", "how often partitions were used in a second", Peak::limit)
        .clustering("from_per_second", Int32Type.instance, row -> row.band.fromPerSecond())
        .bigint("partition_seconds", row -> row.band.partitionSeconds())
        .bigint("requests", row -> row.band.requests())
        .integer("partitions", row -> row.band.partitions())
        .over(() -> tables.limits().stream().flatMap(LimitViews::peaks).toList());
  }

  private static Stream<Peak> peaks(TableLimit limit) {
    return limit.peaks().bands().stream().map(band -> new Peak(limit, band));
  }

  /** {@code proposed_limits}: what the rates of partitions say about each limit. */
  static VirtualTable proposedLimits(LimitedTables tables, boolean enforcesLimits) {
    return view(
            "proposed_limits", "limits that follow from how partitions were used", Proposed::limit)
        .integer("proposed_per_second", row -> row.get(ProposedLimit::perSecond))
        .integer("p999_per_second", row -> row.get(ProposedLimit::p999PerSecond))
        .floating("rejected_share", row -> row.get(ProposedLimit::rejectedShare))
        .integer("partitions", row -> row.limit.peaks().partitions())
        .bigint("seconds_observed", row -> row.limit.peaks().seconds())
        .text("waits_for", row -> row.waitsFor(enforcesLimits))
        .over(() -> tables.limits().stream().map(Proposed::of).toList());
  }

  /** A view whose rows begin with the table and the operation of a limit. */
  private static <R> View<R> view(String name, String comment, Function<R, TableLimit> limit) {
    return View.<R>of(name, comment)
        .partitionKey("keyspace_name", UTF8Type.instance, row -> limit.apply(row).table().keyspace)
        .clustering("table_name", UTF8Type.instance, row -> limit.apply(row).table().name)
        .clustering("kind", UTF8Type.instance, row -> limit.apply(row).operation().toString());
  }
}
