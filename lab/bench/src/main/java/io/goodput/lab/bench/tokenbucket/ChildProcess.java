package io.goodput.lab.bench.tokenbucket;

import io.goodput.lab.bench.BenchException;
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
 * A JVM with the class path of this one that receives lines and answers lines. It ends at the end
 * of its standard input, and so never outlives this process.
 */
final class ChildProcess implements AutoCloseable {

  private final String name;
  private final Process process;
  private final BufferedWriter input;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

  /**
   * Starts a process.
   *
   * @param name for messages
   * @param arguments a main class and its arguments, which other users of the machine can see
   */
  ChildProcess(String name, String... arguments) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath = System.getProperty("java.class.path");
    List<String> command =
        new ArrayList<>(List.of(java, "-Xmx256m", "-XX:+UseSerialGC", "-cp", classPath));
    command.addAll(List.of(arguments));
    try {
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    } catch (IOException e) {
      throw new BenchException("Cannot start the %s: %s.".formatted(name, e.getMessage()), e);
    }
    this.name = name;
    input = process.outputWriter(StandardCharsets.UTF_8);
    ClientMain.read(
        process.inputReader(StandardCharsets.UTF_8),
        answers,
        () -> answers.add(ClientMain.FAILED + "it ended"));
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

  /** Waits for the next line of the process, at most this many seconds. */
  String answer(long seconds) throws InterruptedException {
    String line = answers.poll(seconds, TimeUnit.SECONDS);
    if (line == null) {
      throw new BenchException("The %s gave no answer in %d s.".formatted(name, seconds));
    }
    if (line.startsWith(ClientMain.FAILED)) {
      throw new BenchException(
          "The %s failed: %s.".formatted(name, line.substring(ClientMain.FAILED.length())));
    }
    return line;
  }

  @Override
  public void close() {
    try {
      input.close();
    } catch (IOException e) {
      // The process has ended already.
    }
    process.onExit().completeOnTimeout(process, 40, TimeUnit.SECONDS).join();
    process.destroyForcibly();
  }
}
