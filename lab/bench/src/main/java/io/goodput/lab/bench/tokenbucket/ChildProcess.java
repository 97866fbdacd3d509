package io.goodput.lab.bench.tokenbucket;

import io.goodput.cli.CommandException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A JVM with the class path of this one that receives lines and answers lines. It ends at the end
 * of its standard input, and so never outlives this process.
 */
final class ChildProcess implements AutoCloseable {

  private final String name;
  private final Process process;
  private final PrintWriter input;
  private final BufferedReader output;

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
      throw new CommandException("Cannot start the %s: %s.".formatted(name, e.getMessage()), e);
    }
    this.name = name;
    input = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
    output = process.inputReader(StandardCharsets.UTF_8);
  }

  /** Sends a line. If the process has ended, its next answer says so. */
  void tell(String line) {
    input.println(line);
  }

  /** Waits for the next line of the process, at most this many seconds. */
  String answer(long seconds) {
    String late = ClientMain.FAILED + "it gave no answer in %d s".formatted(seconds);
    String line =
        CompletableFuture.supplyAsync(this::line)
            .completeOnTimeout(late, seconds, TimeUnit.SECONDS)
            .join();
    if (line.startsWith(ClientMain.FAILED)) {
      throw new CommandException(
          "The %s failed: %s.".formatted(name, line.substring(ClientMain.FAILED.length())));
    }
    return line;
  }

  private String line() {
    try {
      String line = output.readLine();
      return line == null ? ClientMain.FAILED + "it ended" : line;
    } catch (IOException e) {
      return ClientMain.FAILED + e.getMessage();
    }
  }

  @Override
  public void close() {
    input.close();
    process.onExit().completeOnTimeout(process, 40, TimeUnit.SECONDS).join();
    process.destroyForcibly();
  }
}
