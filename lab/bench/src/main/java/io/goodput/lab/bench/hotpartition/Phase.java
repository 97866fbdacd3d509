package io.goodput.lab.bench.hotpartition;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** The parts of a round. The first is without an attack, and the others have the same attack. */
enum Phase {
  ALONE("alone", "{}"),
  ATTACKED("attacked", "{}"),
  /** Its name in older documents. */
  PROTECTED("limit", "{'max_reads_per_second': %d}".formatted(HotPartition.LIMIT)),
  COALESCING("coalescing", "{'coalesce_reads': 'true'}"),
  COALESCING_LIMIT(
      "coalescing_limit",
      "{'coalesce_reads': 'true', 'max_reads_per_second': %d}"
          .formatted(HotPartition.COALESCING_LIMIT)),
  STALE(
      "stale",
      "{'coalesce_reads': 'true', 'max_reads_per_second': %d, 'over_limit': 'stale', 'max_staleness':"
              .formatted(HotPartition.COALESCING_LIMIT)
          + " '%dms'}".formatted(HotPartition.STALENESS_MS)),
  /** Fair shares, and nothing else. */
  NOTHING_SET("nothing_set", "{}", true),
  NOTHING_SET_COALESCING("nothing_set_coalescing", "{'coalesce_reads': 'true'}", true);

  private final String arm;
  private final String option;
  private final boolean hasFairShares;

  Phase(String arm, String option) {
    this(arm, option, false);
  }

  Phase(String arm, String option, boolean hasFairShares) {
    this.arm = arm;
    this.option = option;
    this.hasFairShares = hasFairShares;
  }

  /** The name in the JSON document. */
  String arm() {
    return arm;
  }

  /** The table option {@code per_partition_rate_limit}. */
  String option() {
    return option;
  }

  /** Whether nodes share their room fairly. */
  boolean hasFairShares() {
    return hasFairShares;
  }

  int seconds(PhaseLengths lengths) {
    return this == ALONE ? lengths.alone() : lengths.attacked();
  }

  /** The phases in the order of a round, counted from 1: the attacked ones rotate. */
  static List<Phase> order(List<Phase> phases, int round) {
    List<Phase> attacked = new ArrayList<>(phases);
    attacked.remove(ALONE);
    Collections.rotate(attacked, 1 - round);
    attacked.add(0, ALONE);
    return attacked;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
