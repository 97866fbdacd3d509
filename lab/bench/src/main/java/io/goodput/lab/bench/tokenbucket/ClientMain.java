package io.goodput.lab.bench.tokenbucket;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A client process. It reads lines from standard input, and halts at the end of input.
 *
 * <p>A line contains {@link Work}. The process answers {@value #READY}, waits for another line,
 * does the work, and answers a {@link Tally}. An answer that begins with {@value #FAILED} says why
 * the work failed.
 */
public final class ClientMain {

  static final String READY = "ready";
  static final String FAILED = "failed: ";

  static final ObjectMapper JSON = new ObjectMapper();

  private ClientMain() {}

  /** Takes no arguments: the URL of the database may contain a password. */
  public static void main(String[] args) throws InterruptedException {
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    read(
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)),
        lines,
        () -> Runtime.getRuntime().halt(0));
    while (true) {
      answer(lines);
    }
  }

  private static void answer(BlockingQueue<String> lines) throws InterruptedException {
    try {
      Tally tally;
      Work work = JSON.readValue(lines.take(), Work.class);
      try (BucketClient client = BucketClient.of(work)) {
        Loops loops = Loops.of(work, client);
        System.out.println(READY);
        lines.take();
        tally = loops.run();
      }
      System.out.println(JSON.writeValueAsString(tally));
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      System.out.println(FAILED + Server.reason(e));
    }
  }

  /** Reads lines in a thread of its own. */
  static void read(BufferedReader input, Queue<String> lines, Runnable atEnd) {
    Runnable reading =
        () -> {
          try {
            input.lines().forEach(lines::add);
          } catch (UncheckedIOException e) {
            // A broken pipe means the same as the end of input.
          }
          atEnd.run();
        };
    Thread reader = new Thread(reading, "goodput-lines");
    reader.setDaemon(true);
    reader.start();
  }
}
