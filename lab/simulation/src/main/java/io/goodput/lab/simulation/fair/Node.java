package io.goodput.lab.simulation.fair;

import io.goodput.core.queue.QueueDeadline;
import io.goodput.core.time.Nanos;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** A node: threads for requests and for reads, processors, and what decides on requests. */
final class Node {

  static final int PROCESSORS = 2;

  private static final int REQUEST_THREADS = 128;
  private static final int READ_THREADS = 32;
  private static final double LEAST_WORK = 1e-9;
  private static final double LEAST_PROGRESS = 1e-6;

  /** Work of a refusal or a drop, in milliseconds of a processor. */
  private static final double REFUSAL = 0.04;

  private static final double LONG_WAIT_MILLIS = 5;

  /** How long each turn of a thread may wait for a processor, on average. */
  private static final double LONG_PROCESSOR_WAIT_MILLIS = 0.5;

  private final Door door;
  private final QueueDeadline deadline = new QueueDeadline(0);
  private final Deque<Request> queue = new ArrayDeque<>();
  private final Deque<Request> reads = new ArrayDeque<>();
  private final List<Request> onDisk = new ArrayList<>();
  private final List<Request> running = new ArrayList<>();
  private int threads;
  private int readThreads;
  private boolean hangs;

  private double shortestWait = Double.MAX_VALUE;
  private double processorWaits;
  private int turns;
  private double latencies;
  private int answers;

  Node(Door door) {
    this.door = door;
  }

  /** A client has sent a request. */
  void receive(Request request) {
    queue.add(request);
  }

  /** A coordinator reads from this replica. */
  void read(Request request) {
    reads.add(request);
  }

  /** Reads no more. */
  void hang() {
    hangs = true;
  }

  boolean hangs() {
    return hangs;
  }

  /** Takes requests from the queue while there are threads. */
  void startRequests(double now, double timeout) {
    while (threads < REQUEST_THREADS && !queue.isEmpty()) {
      Request request = queue.remove();
      threads++;
      double waited = now - request.arrival;
      shortestWait = Math.min(shortestWait, waited);
      boolean inTime =
          deadline.decide(nanos(now), nanos(waited), nanos(timeout), nanos(timeout))
              == QueueDeadline.Verdict.SERVE;
      request.start(now, inTime ? door.enter(request) : Door.REFUSED, !inTime, REFUSAL);
      running.add(request);
    }
  }

  /** Takes reads while there are threads for them, and those from the disk that are done. */
  void startReads(double now) {
    while (!hangs && readThreads < READ_THREADS && !reads.isEmpty()) {
      Request request = reads.remove();
      readThreads++;
      request.startRead(now);
      onDisk.add(request);
    }
    for (Iterator<Request> it = onDisk.iterator(); it.hasNext(); ) {
      Request request = it.next();
      if (request.isOffDisk(now)) {
        it.remove();
        running.add(request);
      }
    }
  }

  /**
   * Spends the processors' time of a step, in equal parts on all running requests.
   *
   * @return the requests that have finished their part
   */
  List<Request> run(double millis) {
    List<Request> finished = new ArrayList<>();
    int before = running.size();
    double budget = PROCESSORS * millis;
    while (budget > LEAST_WORK && !running.isEmpty()) {
      int shared = Math.max(running.size(), PROCESSORS);
      double least = running.stream().mapToDouble(it -> it.work).min().orElseThrow();
      double each = Math.min(least, budget / shared);
      budget -= Math.max(each * shared, LEAST_PROGRESS);
      for (Iterator<Request> it = running.iterator(); it.hasNext(); ) {
        Request request = it.next();
        request.work -= each;
        if (request.work <= LEAST_WORK) {
          it.remove();
          finished.add(request);
        }
      }
    }
    // Requests arrive at the begin of a step.
    processorWaits += millis * Math.max(0, (before + running.size()) / 2.0 - PROCESSORS);
    turns += finished.size();
    return finished;
  }

  /** Ends a read. */
  void endRead() {
    readThreads--;
  }

  /** Ends a request that this node has coordinated. */
  void end(Request request, double now) {
    threads--;
    if (request.isServed()) {
      double served = now - request.started;
      door.leave(request.ticket, request.coordinatorsWork());
      deadline.served(nanos(served));
      latencies += served;
      answers++;
    }
  }

  /** Ends an interval. */
  void tick(double now, double paused) {
    door.tick(
        new Interval(
            shortestWait < Double.MAX_VALUE && shortestWait > LONG_WAIT_MILLIS,
            processorWaits / Math.max(1, turns) > LONG_PROCESSOR_WAIT_MILLIS,
            answers == 0 ? 0 : latencies / answers,
            paused,
            nanos(now)));
    shortestWait = Double.MAX_VALUE;
    processorWaits = 0;
    turns = 0;
    latencies = 0;
    answers = 0;
  }

  /** Says how many other nodes there are. */
  void meet(int others) {
    door.meet(others);
  }

  /** Hears from another node how its overload has gone so far. */
  void hear(Node other, double now) {
    door.hear(other, other.door.stress(), nanos(now));
  }

  private static long nanos(double millis) {
    return (long) (millis * Nanos.PER_MILLI);
  }
}
