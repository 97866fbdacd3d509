package io.goodput.core.simulation;

import io.goodput.core.pacing.WritePacer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.PriorityQueue;

/**
 * Databases that fill memtables faster than their disk takes them, under different rules for when a
 * write has to wait.
 */
public final class WriteStallSimulation {

  /** When a write has to wait. */
  public enum Policy {
    /** When both of two large memtables are full. */
    STOCK,
    /** By the least bandwidth of the last flushes, while one of four memtables is left. */
    LEAST_BANDWIDTH,
    /** As {@link WritePacer} says. */
    RAMP
  }

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MEGABYTE = 1 << 20;
  private static final int SETTLE_SECONDS = 5;

  private static final int PERCENTILE = 99;

  private final WriteStallScenario scenario;
  private final SimulatedTime time = new SimulatedTime(0);
  private final SimulatedDatabase[] databases;
  private final double[] stoppedSince;
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final Deque<Integer> toFlush = new ArrayDeque<>();
  private final Latencies latencies = new Latencies();
  private final double[] bytesBySecond;
  private boolean flushing;
  private int flushes;
  private int stops;
  private double longest;
  private double mostMemory;

  private WriteStallSimulation(WriteStallScenario scenario, Policy policy) {
    this.scenario = scenario;
    this.databases = new SimulatedDatabase[scenario.databases()];
    Arrays.setAll(databases, number -> new SimulatedDatabase(policy, scenario.memory(), time));
    this.stoppedSince = new double[databases.length];
    Arrays.fill(stoppedSince, Double.NaN);
    this.bytesBySecond = new double[(int) Math.ceil(scenario.seconds())];
  }

  /** Runs a scenario to its end. */
  public static WriteStallOutcome run(WriteStallScenario scenario, Policy policy) {
    return new WriteStallSimulation(scenario, policy).run();
  }

  private WriteStallOutcome run() {
    for (int database = 0; database < databases.length; database++) {
      // Not all at the same moment.
      double first = database * scenario.writeBytes() / scenario.offered() / databases.length;
      events.add(new Event(first, Kind.ASK, database, first));
    }
    for (Event event = events.remove(); event.at < scenario.seconds(); event = events.remove()) {
      time.set((long) (event.at * NANOS_PER_SECOND));
      switch (event.kind) {
        case ASK -> ask(event);
        case WRITE -> write(event);
        case FLUSHED -> flushed(event);
      }
    }
    return outcome();
  }

  private void ask(Event event) {
    double delay = databases[event.database].delay(event.at, scenario.writeBytes());
    events.add(new Event(event.at + delay, Kind.WRITE, event.database, event.since));
  }

  private void write(Event event) {
    SimulatedDatabase database = databases[event.database];
    if (database.isStopped()) {
      stops++;
      stoppedSince[event.database] = event.since;
      return;
    }
    write(event.database, event.at, event.since);
  }

  private void write(int number, double now, double since) {
    SimulatedDatabase database = databases[number];
    if (database.write(scenario.writeBytes())) {
      toFlush.add(number);
      flushNext(now);
    }
    mostMemory = Math.max(mostMemory, (double) database.memory() / scenario.memory());
    latencies.add(now - since);
    longest = Math.max(longest, now - since);
    bytesBySecond[(int) now] += scenario.writeBytes();
    double from = scenario.inTime() ? since : now;
    double next = from + scenario.writeBytes() / scenario.offered() / scenario.burst().speed(from);
    events.add(new Event(Math.max(next, now), Kind.ASK, number, next));
  }

  private void flushNext(double now) {
    if (flushing || toFlush.isEmpty()) {
      return;
    }
    flushing = true;
    int database = toFlush.remove();
    double slowdown = scenario.slowdowns().get(flushes++ % scenario.slowdowns().size());
    double work = databases[database].memtableBytes() / scenario.disk() * slowdown;
    double end = scenario.trouble().end(now, work);
    events.add(new Event(end, Kind.FLUSHED, database, now));
  }

  private void flushed(Event event) {
    flushing = false;
    databases[event.database].flushed(event.at - event.since);
    double since = stoppedSince[event.database];
    if (!Double.isNaN(since)) {
      stoppedSince[event.database] = Double.NaN;
      write(event.database, event.at, since);
    }
    flushNext(event.at);
  }

  private WriteStallOutcome outcome() {
    for (double since : stoppedSince) {
      longest = Math.max(longest, Double.isNaN(since) ? 0 : scenario.seconds() - since);
    }
    double[] settled =
        Arrays.copyOfRange(
            bytesBySecond,
            Math.min(SETTLE_SECONDS, bytesBySecond.length - 1),
            bytesBySecond.length);
    double mean = Arrays.stream(settled).average().orElse(0);
    return new WriteStallOutcome(
        mean / MEGABYTE,
        Arrays.stream(settled).min().orElse(0) / mean,
        latencies.percentile(PERCENTILE),
        longest * 1_000,
        stops,
        mostMemory);
  }

  private enum Kind {
    ASK,
    WRITE,
    FLUSHED
  }

  /**
   * Something happens.
   *
   * @param since when what ends with it began
   */
  private record Event(double at, Kind kind, int database, double since)
      implements Comparable<Event> {

    @Override
    public int compareTo(Event other) {
      return Double.compare(at, other.at);
    }
  }
}
