package io.goodput.lab.bench.tokenbucket;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.lab.bench.load.ChildProcess;
import io.goodput.lab.bench.tokenbucket.BucketCase.Load;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;

/**
 * A client process, which asks for tokens in several threads. It reads lines from standard input,
 * and halts at the end of input.
 *
 * <p>A line contains {@link Work}. The process answers {@value #READY}, waits for another line,
 * does the work, and answers a {@link Tally}. Each latency in a closed loop includes one reading of
 * the clock and one recording.
 */
public final class ClientMain {

  static final String READY = "ready";

  private static final long SHORTEST_PAUSE = TimeUnit.MICROSECONDS.toNanos(200);
  private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(1);

  static final ObjectMapper JSON = new ObjectMapper();

  private ClientMain() {}

  /** Takes no arguments: the URL of the database may contain a password. */
  public static void main(String[] args) {
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    Runnable work =
        () -> {
          while (true) {
            answer(lines);
          }
        };
    new Thread(work, "goodput-work").start();
    try {
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
          .lines()
          .forEach(lines::add);
    } finally {
      Runtime.getRuntime().halt(0);
    }
  }

  private static void answer(BlockingQueue<String> lines) {
    try {
      Work work = JSON.readValue(lines.take(), Work.class);
      try (BucketClient client = BucketClient.of(work)) {
        if (work.warmUpMillis() > 0 && work.what().isOpen()) {
          Work warmUp = work.warmUp();
          Tally unused = run(warmUp, client, threads(warmUp, client));
        }
        List<BooleanSupplier> threads = threads(work, client);
        System.out.println(READY);
        lines.take();
        // Before the client closes, which takes time in which no one asks for tokens.
        System.out.println(JSON.writeValueAsString(run(work, client, threads)));
      }
    } catch (Exception e) {
      System.out.println(ChildProcess.FAILED + Server.reason(e));
    }
  }

  private static List<BooleanSupplier> threads(Work work, BucketClient client) throws SQLException {
    List<BooleanSupplier> threads = new ArrayList<>();
    for (int thread = 0; thread < work.threads(); thread++) {
      threads.add(client.asking(work.ids(thread)));
    }
    return threads;
  }

  private static Tally run(Work work, BucketClient client, List<BooleanSupplier> threads)
      throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(work.threads());
    try {
      long startMillis = System.currentTimeMillis();
      long start = System.nanoTime();
      long countedFrom = start + TimeUnit.MILLISECONDS.toNanos(work.warmUpMillis());
      List<Future<Recording>> running = new ArrayList<>();
      for (BooleanSupplier request : threads) {
        Callable<Recording> loop =
            () ->
                work.what().polls()
                    ? poll(work, request, start)
                    : work.demandPerSecond() > 0
                        ? openLoop(work, request, start)
                        : closedLoop(request, countedFrom, work.millis());
        running.add(pool.submit(loop));
      }
      Recording all = new Recording(longest(work));
      List<Long> byThread = new ArrayList<>();
      for (Future<Recording> thread : running) {
        Recording recording = thread.get();
        byThread.add(recording.granted);
        all.add(recording);
      }
      return new Tally(
          all.asked,
          all.granted,
          client.retries.sum(),
          byThread,
          startMillis,
          Arrays.stream(all.begun).boxed().toList(),
          Arrays.stream(all.ended).boxed().toList(),
          Tally.encoded(all.latencies));
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getMessage(), e);
    } finally {
      pool.shutdownNow();
    }
  }

  /** Nanoseconds of a request that does nothing in a closed loop. */
  static double emptyNanos() {
    Recording recording = new Recording(0);
    for (int warmUp = 0; warmUp < 3; warmUp++) {
      recording = closedLoop(() -> true, System.nanoTime(), 100);
    }
    return recording.latencies.getMean();
  }

  /** Counts the requests that begin in a period. Runs until its end. */
  private static Recording closedLoop(BooleanSupplier request, long countedFrom, long millis) {
    Recording recording = new Recording(0);
    long end = countedFrom + TimeUnit.MILLISECONDS.toNanos(millis);
    long begin = System.nanoTime();
    while (begin - end < 0) {
      boolean granted = request.getAsBoolean();
      long now = System.nanoTime();
      if (begin - countedFrom >= 0) {
        recording.add(granted, now - begin);
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
  private static Recording openLoop(Work work, BooleanSupplier request, long start) {
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
      boolean granted = request.getAsBoolean();
      long end = System.nanoTime();
      free = Math.max(due, free) + end - begin;
      recording.addOpen(begin - start, end - start, free - due, granted);
      if (!granted && work.what().load() == Load.HANGING) {
        Tally.record(recording.latencies, free - due);
      }
    }
    return recording;
  }

  /** How long a run may last, in milliseconds. */
  private static long longest(Work work) {
    return work.what().polls() ? 2 * work.millis() : work.millis();
  }

  /**
   * Asks again after a pause of 0.2 to 1 ms, until the first token after the time is over, so that
   * what flowed in meanwhile is known to a token; but at most for twice the time.
   */
  private static Recording poll(Work work, BooleanSupplier request, long start) {
    Recording recording = new Recording(longest(work));
    long time = TimeUnit.MILLISECONDS.toNanos(work.millis());
    boolean isOver = false;
    while (!isOver) {
      LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(SHORTEST_PAUSE, LONGEST_PAUSE));
      long begin = System.nanoTime();
      boolean granted = request.getAsBoolean();
      long end = System.nanoTime();
      recording.addOpen(begin - start, end - start, end - begin, granted);
      isOver = end - start >= (granted ? time : 2 * time);
    }
    return recording;
  }

  /** The counts of one thread. */
  private static final class Recording {

    private final Histogram latencies = Tally.histogram();
    private final int[] begun;
    private final int[] ended;
    private long asked;
    private long granted;

    /** Counts each millisecond of an open loop of this length, or none if it is 0. */
    Recording(long millis) {
      begun = new int[(int) millis];
      ended = new int[(int) millis];
    }

    /** Counts a request of an open loop. Latencies are those of granted requests. */
    void addOpen(long begin, long end, long latency, boolean isGranted) {
      if (isGranted) {
        add(true, latency);
        begun[Math.min((int) TimeUnit.NANOSECONDS.toMillis(begin), begun.length - 1)]++;
        long milli = TimeUnit.NANOSECONDS.toMillis(end);
        if (milli < ended.length) {
          ended[(int) milli]++;
        }
      } else {
        asked++;
      }
    }

    void add(boolean isGranted, long nanos) {
      asked++;
      Tally.record(latencies, nanos);
      if (isGranted) {
        granted++;
      }
    }

    void add(Recording other) {
      latencies.add(other.latencies);
      asked += other.asked;
      granted += other.granted;
      for (int milli = 0; milli < other.begun.length; milli++) {
        begun[milli] += other.begun[milli];
        ended[milli] += other.ended[milli];
      }
    }
  }
}
