package io.goodput.bench.tokenbucket;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A client process. It reads lines from standard input, and is halted when that ends: the process
 * that started it holds the other end.
 *
 * <p>A line is work. It answers {@value #READY}, waits for another line, does the work, and answers
 * a tally; or else {@value #FAILED} and why.
 */
public final class ClientMain {

  static final String READY = "ready";
  static final String FAILED = "failed: ";

  private static final ObjectMapper JSON = new ObjectMapper();

  private ClientMain() {}

  /** Takes no arguments. */
  public static void main(String[] args) throws InterruptedException {
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    Thread reader = new Thread(() -> read(lines), "goodput-client-input");
    reader.setDaemon(true);
    reader.start();
    while (true) {
      answer(lines.take(), lines);
    }
  }

  private static void answer(String line, BlockingQueue<String> lines) throws InterruptedException {
    try {
      Tally tally;
      Work work = JSON.readValue(line, Work.class);
      try (Requests requests = Requests.of(work)) {
        Loops loops = Loops.of(work, requests);
        System.out.println(READY);
        lines.take();
        tally = loops.run();
      }
      System.out.println(JSON.writeValueAsString(tally));
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      System.out.println(FAILED + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    }
  }

  private static void read(BlockingQueue<String> lines) {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(line);
      }
    } catch (IOException e) {
      // A broken pipe says the same as its end.
    }
    Runtime.getRuntime().halt(0);
  }
}
