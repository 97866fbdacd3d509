package io.goodput.lab.nodetests;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Reads and writes of the rows of a table, nine reads for each write. */
final class SteadyLoad {

  private static final int KEYS = 100_000;

  /** Clients that keep the node busy. */
  private static final int BUSY = 64;

  /** As many requests as the driver sends on one connection. */
  private static final int MOST_IN_FLIGHT = 1000;

  private static final Duration WARM_UP = Duration.ofSeconds(40);
  private static final Duration PROBE = Duration.ofSeconds(20);

  private final Cql cql;
  private final PreparedStatement read;
  private final PreparedStatement write;
  private final LongAdder failed = new LongAdder();

  /** The part of the requests that goes to one partition. */
  private volatile double hot;

  /** When to send a request. */
  private interface Pace {
    /** Waits until the request with this number is due; returns false after the last one. */
    boolean awaits(long number);
  }

  /** A load on the table t, which this creates. */
  SteadyLoad(Cql cql) {
    this.cql = cql;
    cql.changeSchema("CREATE TABLE t (k int PRIMARY KEY, v text)");
    read = cql.prepare("SELECT v FROM t WHERE k = ?");
    write = cql.prepare("INSERT INTO t (k, v) VALUES (?, 'some forty letters of text')");
  }

  /** Sends a part of the requests to one partition from now on. */
  void heat(double part) {
    hot = part;
  }

  /** Requests per second that the node serves, after it has warmed up. */
  double capacity() throws InterruptedException {
    send(BUSY, during(WARM_UP));
    return (double) send(BUSY, during(PROBE)) / PROBE.toSeconds();
  }

  /** Sends requests at a rate, and returns how many of them failed. */
  long run(long requests, double perSecond) throws InterruptedException {
    failed.reset();
    send(MOST_IN_FLIGHT, atRate(perSecond, requests));
    return failed.sum();
  }

  /** Fills a table with a key and a value of incompressible bytes. */
  void fill(String table, int rows) throws InterruptedException {
    PreparedStatement insert = cql.prepare("INSERT INTO %s (k, v) VALUES (?, ?)".formatted(table));
    Semaphore free = new Semaphore(BUSY);
    for (int row = 0; row < rows; row++) {
      byte[] value = new byte[500];
      ThreadLocalRandom.current().nextBytes(value);
      free.acquire();
      cql.session()
          .executeAsync(insert.bind(row, ByteBuffer.wrap(value)))
          .whenComplete((done, error) -> free.release());
    }
    free.acquire(BUSY);
  }

  private static Pace during(Duration time) {
    long start = System.nanoTime();
    return number -> System.nanoTime() - start < time.toNanos();
  }

  private static Pace atRate(double perSecond, long requests) {
    long start = System.nanoTime();
    return number -> {
      long early = start + (long) (number * 1e9 / perSecond) - System.nanoTime();
      if (early > 0) {
        LockSupport.parkNanos(early);
      }
      return number < requests;
    };
  }

  /** Sends requests, and returns how many. */
  private long send(int mostInFlight, Pace pace) throws InterruptedException {
    Semaphore free = new Semaphore(mostInFlight);
    long number = 0;
    for (; pace.awaits(number); number++) {
      free.acquire();
      cql.session()
          .executeAsync(request())
          .whenComplete(
              (rows, error) -> {
                if (error != null) {
                  failed.increment();
                }
                free.release();
              });
    }
    free.acquire(mostInFlight);
    return number;
  }

  private BoundStatement request() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    int key = random.nextDouble() < hot ? 0 : random.nextInt(KEYS);
    return (random.nextInt(10) == 0 ? write : read).bind(key);
  }
}
