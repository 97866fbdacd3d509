package io.goodput.bench.tokenbucket;

import io.goodput.bench.tokenbucket.Requests.Request;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Asks for tokens in the threads of one client process.
 *
 * <p>In a closed loop a request begins when the one before it has been recorded, at the same
 * reading of the clock: a latency has one reading and one recording in it.
 */
final class Loops {

  private static final long CLOCK_MILLIS = 100;

  private final Work work;
  private final Requests requests;
  private final List<Request> threads;

  private Loops(Work work, Requests requests, List<Request> threads) {
    this.work = work;
    this.requests = requests;
    this.threads = threads;
  }

  /** Prepares what each thread needs. */
  static Loops of(Work work, Requests requests) throws SQLException {
    List<Request> threads = new ArrayList<>();
    for (int thread = 0; thread < work.threads(); thread++) {
      threads.add(requests.ofThread(thread));
    }
    return new Loops(work, requests, threads);
  }

  /** Runs all threads to the end of the work. */
  Tally run() throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(work.threads());
    try {
      long start = System.nanoTime();
      List<Future<Recording>> running = new ArrayList<>();
      for (Request request : threads) {
        running.add(
            pool.submit(
                () ->
                    work.demandPerSecond() > 0
                        ? openLoop(request, start)
                        : closedLoop(
                            request,
                            start + TimeUnit.MILLISECONDS.toNanos(work.warmUpMillis()),
                            work.millis())));
      }
      Recording all = new Recording(secondOf(TimeUnit.MILLISECONDS.toNanos(work.millis())) + 1);
      for (Future<Recording> thread : running) {
        all.add(thread.get());
      }
      return all.tally(requests.retries());
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getMessage(), e);
    } finally {
      pool.shutdownNow();
    }
  }

  /** Nanoseconds that a request takes in a closed loop if it does nothing. */
  static double emptyNanos() {
    try {
      Recording recording = new Recording(1);
      for (int warmUp = 0; warmUp < 3; warmUp++) {
        recording = closedLoop(() -> true, System.nanoTime(), CLOCK_MILLIS);
      }
      return recording.latencies.getMean();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Counts what begins at this moment or later, for so long. */
  private static Recording closedLoop(Request request, long countedFrom, long millis)
      throws SQLException {
    Recording recording = new Recording(1);
    long end = countedFrom + TimeUnit.MILLISECONDS.toNanos(millis);
    long begin = System.nanoTime();
    while (begin - end < 0) {
      boolean granted = request.isGranted();
      long now = System.nanoTime();
      if (begin - countedFrom >= 0) {
        recording.add(0, granted, now - begin);
      }
      begin = now;
    }
    return recording;
  }

  /** Asks at the pace of the demand, and catches up at once if it is late. */
  private Recording openLoop(Request request, long start) throws SQLException {
    long length = TimeUnit.MILLISECONDS.toNanos(work.millis());
    Recording recording = new Recording(secondOf(length) + 1);
    double gap = TimeUnit.SECONDS.toNanos(1) / (double) work.demandPerSecond();
    for (long count = 0; count * gap < length; count++) {
      long due = start + (long) (count * gap);
      for (long early = due - System.nanoTime(); early > 0; early = due - System.nanoTime()) {
        LockSupport.parkNanos(early);
      }
      long begin = System.nanoTime();
      boolean granted = request.isGranted();
      long end = System.nanoTime();
      recording.add(secondOf(end - start), granted, end - begin);
    }
    return recording;
  }

  private static int secondOf(long nanos) {
    return (int) TimeUnit.NANOSECONDS.toSeconds(nanos);
  }

  /** What one thread counts. What comes after the last second is counted in it. */
  private static final class Recording {

    private final Histogram latencies = Tally.histogram();
    private final long[] grantedBySecond;

    Recording(int seconds) {
      grantedBySecond = new long[seconds];
    }

    void add(int second, boolean granted, long nanos) {
      Tally.record(latencies, nanos);
      if (granted) {
        grantedBySecond[Math.min(second, grantedBySecond.length - 1)]++;
      }
    }

    void add(Recording other) {
      latencies.add(other.latencies);
      for (int second = 0; second < other.grantedBySecond.length; second++) {
        grantedBySecond[second] += other.grantedBySecond[second];
      }
    }

    Tally tally(long retries) {
      return new Tally(
          latencies.getTotalCount(),
          Arrays.stream(grantedBySecond).sum(),
          retries,
          Arrays.stream(grantedBySecond).boxed().toList(),
          Tally.encoded(latencies));
    }
  }
}
