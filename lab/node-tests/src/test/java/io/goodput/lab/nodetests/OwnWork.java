package io.goodput.lab.nodetests;

import io.goodput.lab.nodes.Node;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Work that a node does for itself, again and again, until it is stopped. */
final class OwnWork {

  /** More than this machine has processors, so that they leave none idle. */
  static final int COMPACTIONS = 4;

  private static final int COMPACTED_ROWS = 100_000;
  private static final Duration BETWEEN_PAUSES = Duration.ofSeconds(5);
  private static final Executor THREADS = task -> new Thread(task, "own work").start();

  private final AtomicBoolean stop = new AtomicBoolean();
  private final CompletableFuture<?> running;

  /** One piece of work. */
  interface Task {
    void run() throws Exception;
  }

  private OwnWork(Stream<Task> tasks) {
    running =
        CompletableFuture.allOf(
            tasks
                .map(task -> CompletableFuture.runAsync(() -> repeat(task), THREADS))
                .toArray(CompletableFuture<?>[]::new));
  }

  static OwnWork repeated(Task task) {
    return new OwnWork(Stream.of(task));
  }

  /** Collects garbage every five seconds. */
  static OwnWork pauses(Node node) {
    return repeated(
        () -> {
          Jmx.invoke(node, "java.lang:type=Memory", "gc");
          LockSupport.parkNanos(BETWEEN_PAUSES.toNanos());
        });
  }

  /** Creates tables, and compacts them all at once. */
  static OwnWork compactions(Node node, Cql cql, SteadyLoad load) throws InterruptedException {
    for (int table = 0; table < COMPACTIONS; table++) {
      cql.changeSchema("CREATE TABLE c%d (k int PRIMARY KEY, v blob)".formatted(table));
      load.fill("c" + table, COMPACTED_ROWS);
    }
    return new OwnWork(
        Stream.iterate(0, table -> table + 1)
            .limit(COMPACTIONS)
            .map(table -> () -> compact(node, "c" + table)));
  }

  /** A major compaction, until it has ended. */
  static void compact(Node node, String table) throws Exception {
    Jmx.invoke(
        node,
        Jmx.STORAGE_SERVICE,
        "forceKeyspaceCompaction",
        new Object[] {false, "ks", new String[] {table}},
        new String[] {boolean.class.getName(), String.class.getName(), String[].class.getName()});
  }

  private void repeat(Task task) {
    while (!stop.get()) {
      try {
        task.run();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Ends the work, or throws why it has ended before. */
  void stop() {
    stop.set(true);
    running.join();
  }
}
