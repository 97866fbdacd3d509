package io.goodput.lab.bench.hotpartition;

import io.goodput.lab.bench.hotpartition.HotPartition.PhaseLengths;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.bench.report.Text;
import java.util.ArrayList;
import java.util.List;

/** The parts of a round. The first is without an attack, and the others have the same attack. */
enum Phase {
  ALONE("{}"),
  STOCK("{}"),
  /** Cassandra's own protection against overload. */
  TUNED("{}"),
  LIMIT("{'max_reads_per_second': %d}".formatted(HotPartition.LIMIT)),
  COALESCING("{'coalesce_reads': 'true'}"),
  COALESCING_LIMIT(
      "{'coalesce_reads': 'true', 'max_reads_per_second': %d}"
          .formatted(HotPartition.COALESCING_LIMIT)),
  STALE(
      ("{'coalesce_reads': 'true', 'max_reads_per_second': %d, 'over_limit': 'stale',"
              + " 'max_staleness': '%dms'}")
          .formatted(HotPartition.COALESCING_LIMIT, HotPartition.STALENESS_MS)),
  /** Fair shares, and nothing else. */
  NOTHING_SET("{}"),
  NOTHING_SET_COALESCING("{'coalesce_reads': 'true'}");

  private final String option;

  Phase(String option) {
    this.option = option;
  }

  /** The table option {@code per_partition_rate_limit}. */
  String option() {
    return option;
  }

  /** Whether nodes share their room fairly. */
  boolean hasFairShares() {
    return this == NOTHING_SET || this == NOTHING_SET_COALESCING;
  }

  int seconds(PhaseLengths lengths) {
    return this == ALONE ? lengths.alone() : lengths.attacked();
  }

  /** The phases in the order of a round, counted from 1: the attacked ones rotate. */
  static List<Phase> order(List<Phase> phases, int round) {
    List<Phase> order = new ArrayList<>(List.of(ALONE));
    order.addAll(Rounds.order(phases.stream().filter(phase -> phase != ALONE).toList(), round));
    return order;
  }

  /** The name in tables and in the JSON document. */
  @Override
  public String toString() {
    return Text.name(this);
  }
}
