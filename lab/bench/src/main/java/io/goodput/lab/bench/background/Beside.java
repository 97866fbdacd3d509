package io.goodput.lab.bench.background;

/** What runs beside the point reads. */
enum Beside {
  /** Major compactions of both large tables. */
  COMPACTION("compaction", 0),
  /** Clients that filter a large table again and again. */
  FILTER_2("filter2", 2),
  FILTER_8("filter8", 8);

  private final String title;
  private final int filters;

  Beside(String title, int filters) {
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
