package io.goodput.lab.simulation.pacing;

import io.goodput.core.pacing.WritePacer;
import io.goodput.core.time.Nanos;
import io.goodput.lab.simulation.Latencies;
import io.goodput.lab.simulation.SimulatedTime;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.PriorityQueue;

/** Simulates databases that fill memtables faster than their disk takes the flushes. */
public final class WriteStallSimulation {

  /** When a write has to wait. */
  public enum Policy {
    /** When both of two large memtables are full. */
    STOCK,
    /** As {@link WritePacer} decides. */
    PACED
  }

  private static final double MEGABYTE = 1 << 20;

  /** Seconds at the start that do not count. */
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
  private double peakMemory;

  private WriteStallSimulation(WriteStallScenario scenario, Policy policy) {
    this.scenario = scenario;
    this.databases = new SimulatedDatabase[scenario.databases()];
    Arrays.setAll(databases, number -> new SimulatedDatabase(policy, scenario.memory(), time));
    this.stoppedSince = new double[databases.length];
    Arrays.fill(stoppedSince, Double.NaN);
    this.bytesBySecond = new double[(int) Math.ceil(scenario.seconds())];
  }

  /** Runs the scenario to its end. */
  public static WriteStallOutcome run(WriteStallScenario scenario, Policy policy) {
    return new WriteStallSimulation(scenario, policy).run();
  }

  private WriteStallOutcome run() {
    for (int database = 0; database < databases.length; database++) {
      // Staggered, so that databases do not write at the same moments.
      double first = database * scenario.writeBytes() / scenario.offered() / databases.length;
      events.add(new Event(first, Kind.OFFERED, database, first));
    }
    for (Event event = events.remove(); event.at < scenario.seconds(); event = events.remove()) {
      time.set(Nanos.ofSeconds(event.at));
      switch (event.kind) {
        case OFFERED -> offered(event);
        case WRITE -> write(event);
        case FLUSHED -> flushed(event);
      }
    }
    return outcome();
  }

  private void offered(Event event) {
    double delay = databases[event.database].delay(scenario.writeBytes());
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
    peakMemory = Math.max(peakMemory, (double) database.memory() / scenario.memory());
    latencies.add(now - since);
    longest = Math.max(longest, now - since);
    bytesBySecond[(int) now] += scenario.writeBytes();
    double from = scenario.openLoop() ? since : now;
    double next = from + scenario.writeBytes() / scenario.offered() / scenario.burst().speed(from);
    events.add(new Event(Math.max(next, now), Kind.OFFERED, number, next));
  }

  private void flushNext(double now) {
    if (flushing || toFlush.isEmpty()) {
      return;
    }
    flushing = true;
    int database = toFlush.remove();
    double slowdown = scenario.slowdowns().get(flushes++ % scenario.slowdowns().size());
    double work = databases[database].memtableBytes() / scenario.disk() * slowdown;
    double end = scenario.diskChange().end(now, work);
    events.add(new Event(end, Kind.FLUSHED, database, now));
  }

  private void flushed(Event event) {
    flushing = false;
    databases[event.database].flushed();
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
        peakMemory);
  }

  private enum Kind {
    OFFERED,
    WRITE,
    FLUSHED
  }

  /**
   * An event.
   *
   * @param at when it happens
   * @param since when the write was offered, or the flush began
   */
  private record Event(double at, Kind kind, int database, double since)
      implements Comparable<Event> {

    @Override
    public int compareTo(Event other) {
      return Double.compare(at, other.at);
    }
  }
}
