package io.goodput.core.pacing;

/**
 * What one or more databases have to flush. Immutable.
 *
 * @param waiting sealed memtables
 * @param due those of them whose flush is running or about to run
 * @param running flushes that have begun
 */
record Flushes(int waiting, int due, int running) {

  static final Flushes NONE = new Flushes(0, 0, 0);

  Flushes plus(Flushes other) {
    return new Flushes(waiting + other.waiting, due + other.due, running + other.running);
  }

  Flushes minus(Flushes other) {
    return new Flushes(waiting - other.waiting, due - other.due, running - other.running);
  }
}
