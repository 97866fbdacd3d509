package io.goodput.lab.bench.arms;

import io.goodput.lab.bench.report.Text;

/** What a benchmark compares. */
public enum Arm {
  /** The database as its makers ship it. */
  STOCK,
  /** The stock database, set up as its experts would. */
  TUNED,
  GOODPUT;

  /** The name in tables and in the JSON document. */
  @Override
  public String toString() {
    return Text.name(this);
  }
}
