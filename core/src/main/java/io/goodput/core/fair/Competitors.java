package io.goodput.core.fair;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Those who compete for room on one level, by number: what they have in flight, and what they would
 * have if none of their requests were refused.
 *
 * <p>Thread-safe, except that one thread calls {@link #average} and asks for averages.
 */
final class Competitors {

  /** How much the last interval counts. */
  private static final double ALPHA = 0.3;

  /** The standard deviation of an average, as a part of that of what it averages. */
  static final double NOISE = Math.sqrt(ALPHA / (2 - ALPHA));

  /** Averages below this are none. */
  private static final double NOTHING = 0.01;

  /** What it takes to refuse one request in each interval of 100 ms, in processors: some 25 us. */
  private static final double REFUSAL = 0.00025;

  private final AtomicIntegerArray inFlight;
  private final AtomicIntegerArray entered;
  private final AtomicIntegerArray refused;
  private final double[] averages;
  private final double[] demands;
  private final double[] refusals;

  Competitors(int number) {
    this.inFlight = new AtomicIntegerArray(number);
    this.entered = new AtomicIntegerArray(number);
    this.refused = new AtomicIntegerArray(number);
    this.averages = new double[number];
    this.demands = new double[number];
    this.refusals = new double[number];
  }

  void enter(int number) {
    inFlight.getAndIncrement(number);
    entered.getAndIncrement(number);
  }

  /** Enters if fewer than a bound are in flight; records a refusal otherwise. */
  boolean enterBelow(int number, int bound) {
    int before;
    do {
      before = inFlight.get(number);
      if (before >= bound) {
        refuse(number);
        return false;
      }
    } while (!inFlight.compareAndSet(number, before, before + 1));
    entered.getAndIncrement(number);
    return true;
  }

  void refuse(int number) {
    refused.getAndIncrement(number);
  }

  void leave(int number) {
    inFlight.getAndDecrement(number);
  }

  /** Takes back that one has entered. */
  void withdraw(int number) {
    inFlight.getAndDecrement(number);
    entered.getAndDecrement(number);
  }

  int inFlight(int number) {
    return inFlight.get(number);
  }

  /** Ends an interval. */
  void average() {
    for (int i = 0; i < averages.length; i++) {
      int in = entered.get(i) == 0 ? 0 : entered.getAndSet(i, 0);
      int out = refused.get(i) == 0 ? 0 : refused.getAndSet(i, 0);
      averages[i] = moved(averages[i], inFlight.get(i));
      refusals[i] = moved(refusals[i], out * REFUSAL);
      double wanted = averages[i] * (1 + (double) out / Math.max(1, in));
      demands[i] = out == 0 ? averages[i] : moved(Math.max(averages[i], demands[i]), wanted);
    }
  }

  static double moved(double average, double now) {
    double next = average + ALPHA * (now - average);
    return next < NOTHING ? 0 : next;
  }

  /** Requests in flight on average over some intervals. */
  double average(int number) {
    return averages[number];
  }

  /** What the average would be if no requests had been refused. */
  double demand(int number) {
    return demands[number];
  }

  /** What it takes to refuse its requests, in processors on average. */
  double refusals(int number) {
    return refusals[number];
  }

  int size() {
    return averages.length;
  }
}
