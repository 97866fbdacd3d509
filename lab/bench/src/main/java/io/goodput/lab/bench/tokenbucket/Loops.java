package io.goodput.lab.bench.tokenbucket;

import io.goodput.lab.bench.tokenbucket.BucketClient.Request;
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
 * Asks for tokens in the threads of one client process. Each latency in a closed loop includes one
 * reading of the clock and one recording.
 */
record Loops(Work work, BucketClient client, List<Request> threads) {

  static Loops of(Work work, BucketClient client) throws SQLException {
    List<Request> threads = new ArrayList<>();
    for (int thread = 0; thread < work.threads(); thread++) {
      threads.add(client.ofThread(thread));
    }
    return new Loops(work, client, threads);
  }

  Tally run() throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(work.threads());
    try {
      long startMillis = System.currentTimeMillis();
      long start = System.nanoTime();
      long countedFrom = start + TimeUnit.MILLISECONDS.toNanos(work.warmUpMillis());
      List<Future<Recording>> running = new ArrayList<>();
      for (Request request : threads) {
        running.add(
            work.demandPerSecond() > 0
                ? pool.submit(() -> openLoop(request, start))
                : pool.submit(() -> closedLoop(request, countedFrom, work.millis())));
      }
      Recording all = new Recording(work.millis());
      List<Long> byThread = new ArrayList<>();
      for (Future<Recording> thread : running) {
        Recording recording = thread.get();
        byThread.add(recording.granted());
        all.add(recording);
      }
      return all.tally(client.retries.sum(), byThread, startMillis);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getMessage(), e);
    } finally {
      pool.shutdownNow();
    }
  }

  /** Nanoseconds of a request that does nothing in a closed loop. */
  static double emptyNanos() {
    try {
      Recording recording = new Recording(0);
      for (int warmUp = 0; warmUp < 3; warmUp++) {
        recording = closedLoop(() -> true, System.nanoTime(), 100);
      }
      return recording.latencies.getMean();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Counts the requests that begin in a period. Runs until its end. */
  private static Recording closedLoop(Request request, long countedFrom, long millis)
      throws SQLException {
    Recording recording = new Recording(0);
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

  /**
   * Asks at the rate of the demand until the time is over. Sends late requests at once. A request
   * takes its own time, and that for which the requests before it made it wait beyond the time when
   * it was due (Lindley's recursion); but not the time that the operating system takes to wake the
   * thread.
   */
  private Recording openLoop(Request request, long start) throws SQLException {
    long length = TimeUnit.MILLISECONDS.toNanos(work.millis());
    Recording recording = new Recording(work.millis());
    double gap = TimeUnit.SECONDS.toNanos(1) / work.demandPerSecond();
    long begin = start;
    long free = start;
    for (long count = 0; count * gap < length && begin - start < length; count++) {
      long due = start + (long) (count * gap);
      for (long early = due - System.nanoTime(); early > 0; early = due - System.nanoTime()) {
        LockSupport.parkNanos(early);
      }
      begin = System.nanoTime();
      boolean granted = request.isGranted();
      long end = System.nanoTime();
      free = Math.max(due, free) + end - begin;
      recording.addOpen(begin - start, end - start, free - due, granted);
    }
    return recording;
  }

  /** The counts of one thread. Later requests count in the last second. */
  private static final class Recording {

    private final Histogram latencies = Tally.histogram();
    private final long[] grantedBySecond;
    private final int[] begun;
    private final int[] ended;
    private long asked;

    /** Counts each millisecond of an open loop of this length, or none if it is 0. */
    Recording(long millis) {
      grantedBySecond = new long[(int) TimeUnit.MILLISECONDS.toSeconds(millis) + 1];
      begun = new int[(int) millis];
      ended = new int[(int) millis];
    }

    /** Counts a request of an open loop. Latencies are those of granted requests. */
    void addOpen(long begin, long end, long latency, boolean granted) {
      if (granted) {
        add(TimeUnit.NANOSECONDS.toSeconds(end), true, latency);
        begun[Math.min((int) TimeUnit.NANOSECONDS.toMillis(begin), begun.length - 1)]++;
        long milli = TimeUnit.NANOSECONDS.toMillis(end);
        if (milli < ended.length) {
          ended[(int) milli]++;
        }
      } else {
        asked++;
      }
    }

    long granted() {
      return Arrays.stream(grantedBySecond).sum();
    }

    void add(long second, boolean granted, long nanos) {
      asked++;
      Tally.record(latencies, nanos);
      if (granted) {
        grantedBySecond[(int) Math.min(second, grantedBySecond.length - 1)]++;
      }
    }

    void add(Recording other) {
      latencies.add(other.latencies);
      asked += other.asked;
      for (int milli = 0; milli < other.begun.length; milli++) {
        begun[milli] += other.begun[milli];
        ended[milli] += other.ended[milli];
      }
      for (int second = 0; second < other.grantedBySecond.length; second++) {
        grantedBySecond[second] += other.grantedBySecond[second];
      }
    }

    Tally tally(long retries, List<Long> grantedByThread, long firstMillis) {
      return new Tally(
          asked,
          granted(),
          retries,
          Arrays.stream(grantedBySecond).boxed().toList(),
          grantedByThread,
          firstMillis,
          Arrays.stream(begun).boxed().toList(),
          Arrays.stream(ended).boxed().toList(),
          Tally.encoded(latencies));
    }
  }
}
