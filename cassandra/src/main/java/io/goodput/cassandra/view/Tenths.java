package io.goodput.cassandra.view;

/** Rates as people read them. */
final class Tenths {

  private Tenths() {}

  /** Rounded to one digit after the point. */
  static double of(double rate) {
    return Math.round(rate * 10) / 10.0;
  }
}
