package io.goodput.lab.bench.overload;

/** The clusters that {@code overload} compares. */
enum Arm {
  STOCK("stock"),
  /** Stock with Cassandra's own settings against overload. */
  TUNED("stock tuned"),
  PROTECTED("protected");

  private final String title;

  Arm(String title) {
    this.title = title;
  }

  /** The name in the JSON document. */
  String key() {
    return title.replace(' ', '_');
  }

  @Override
  public String toString() {
    return title;
  }
}
