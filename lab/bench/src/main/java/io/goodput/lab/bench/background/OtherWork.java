package io.goodput.lab.bench.background;

import java.util.List;

/** What runs while point reads are measured. */
enum OtherWork {
  /** Major compactions of both large tables. */
  COMPACTION("compaction", 0),
  /** Clients that filter a large table again and again. */
  FILTER_2("filter2", 2),
  FILTER_8("filter8", 8),
  /** A replica that stands still again and again. */
  SLOW_REPLICA("hedges", 0);

  /** Those that one node is enough for. */
  static final List<OtherWork> ON_ONE_NODE = List.of(COMPACTION, FILTER_2, FILTER_8);

  private final String title;
  private final int filters;

  OtherWork(String title, int filters) {
    this.title = title;
    this.filters = filters;
  }

  /** Clients that filter a table. */
  int filters() {
    return filters;
  }

  /** The name in tables and in the JSON document. */
  @Override
  public String toString() {
    return title;
  }
}
