package io.goodput.lab.nodetests;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Clients that send the same statement again as soon as they have an answer, or some time after an
 * error: a second unless said otherwise. Thread-safe.
 */
final class ClosedLoop {

  private final CqlSession session;
  private final Statement<?> statement;
  private final Executor afterAPause;
  private final LongAdder served = new LongAdder();
  private final Set<Class<?>> errors = ConcurrentHashMap.newKeySet();
  private final Phaser inFlight = new Phaser(1);
  private volatile boolean running = true;

  ClosedLoop(CqlSession session, Statement<?> statement) {
    this(session, statement, Duration.ofSeconds(1));
  }

  ClosedLoop(CqlSession session, Statement<?> statement, Duration pauseAfterError) {
    this.session = session;
    this.statement = statement;
    this.afterAPause =
        CompletableFuture.delayedExecutor(pauseAfterError.toMillis(), TimeUnit.MILLISECONDS);
  }

  void start(int clients) {
    for (int client = 0; client < clients; client++) {
      inFlight.register();
      send();
    }
  }

  private void send() {
    session.executeAsync(statement).whenComplete((rows, error) -> answered(error));
  }

  private void answered(Throwable error) {
    if (error == null) {
      served.increment();
      sendAgain();
    } else {
      errors.add(error.getClass());
      afterAPause.execute(this::sendAgain);
    }
  }

  private void sendAgain() {
    if (running) {
      send();
    } else {
      inFlight.arriveAndDeregister();
    }
  }

  /** Lets each client stop after its request in flight. */
  void end() {
    running = false;
  }

  /** Stops the clients and waits for the requests in flight. */
  void stop() {
    end();
    inFlight.arriveAndAwaitAdvance();
  }

  long served() {
    return served.sum();
  }

  /** The types of all errors. */
  Set<Class<?>> errors() {
    return errors;
  }
}
