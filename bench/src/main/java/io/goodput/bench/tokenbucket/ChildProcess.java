package io.goodput.bench.tokenbucket;

import io.goodput.bench.BenchException;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A JVM on the class path of this one that is told lines and answers lines. It ends when its
 * standard input does, and so never outlives this process.
 */
final class ChildProcess implements AutoCloseable {

  private static final String ENDED = ClientMain.FAILED + "it ended";
  private static final long STOP_SECONDS = 40;

  private final String name;
  private final Process process;
  private final BufferedWriter input;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

  private ChildProcess(String name, Process process) {
    this.name = name;
    this.process = process;
    this.input = process.outputWriter(StandardCharsets.UTF_8);
    Thread reader = new Thread(this::read, "goodput-" + name);
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Starts one.
   *
   * @param name what to call it in messages
   */
  static ChildProcess start(String name, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(arguments);
    try {
      return new ChildProcess(
          name, new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    } catch (IOException e) {
      throw new BenchException("Cannot start the %s: %s.".formatted(name, e.getMessage()), e);
    }
  }

  void tell(String line) {
    try {
      input.write(line);
      input.newLine();
      input.flush();
    } catch (IOException e) {
      throw new BenchException("The %s has ended.".formatted(name), e);
    }
  }

  /** Its next line, which it has so many seconds for. */
  String answer(long seconds) {
    try {
      String line = answers.poll(seconds, TimeUnit.SECONDS);
      if (line == null) {
        throw new BenchException("The %s gave no answer in %d s.".formatted(name, seconds));
      }
      if (line.startsWith(ClientMain.FAILED)) {
        throw new BenchException(
            "The %s failed: %s.".formatted(name, line.substring(ClientMain.FAILED.length())));
      }
      return line;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("The benchmark was interrupted.", e);
    }
  }

  @Override
  public void close() {
    try {
      input.close();
    } catch (IOException e) {
      // It has ended already.
    }
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }

  private void read() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        answers.add(line);
      }
    } catch (IOException e) {
      // A broken pipe says the same as its end.
    }
    answers.add(ENDED);
  }
}
