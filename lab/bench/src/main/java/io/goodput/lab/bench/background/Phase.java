package io.goodput.lab.bench.background;

import io.goodput.lab.bench.report.Text;
import java.util.List;

/** The parts of a round. */
enum Phase {
  /** Reads, and then the compaction. */
  ALONE,
  STOCK,
  /** Stock as an operator would set it for the busiest hour of a day. */
  TUNED,
  GOODPUT;

  /** Those with both at once. */
  static final List<Phase> TOGETHER = List.of(STOCK, TUNED, GOODPUT);

  /** The name in tables and in the JSON document. */
  @Override
  public String toString() {
    return Text.name(this);
  }
}
