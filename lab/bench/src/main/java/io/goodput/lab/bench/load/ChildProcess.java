package io.goodput.lab.bench.load;

import io.goodput.cli.CommandException;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A JVM that receives lines and answers lines. It ends at the end of its standard input, and so
 * does not outlive this process for long. An answer that begins with {@value #FAILED} says why its
 * work failed.
 */
public final class ChildProcess implements AutoCloseable {

  /** Begins the answer of a process whose work failed. */
  public static final String FAILED = "failed: ";

  private final String name;
  private final Process process;
  private final PrintWriter input;
  private final BufferedReader output;

  /**
   * Starts a process with the class path of this one.
   *
   * @param name for messages
   * @param arguments a main class and its arguments, which other users of the machine can see
   */
  public ChildProcess(String name, String... arguments) {
    this(List.of(), name, arguments);
  }

  /**
   * Starts a process whose class path begins with other jars.
   *
   * @param jars come before the class path of this process
   * @param name for messages
   * @param arguments a main class and its arguments, which other users of the machine can see
   */
  public ChildProcess(List<Path> jars, String name, String... arguments) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath =
        Stream.concat(
                jars.stream().map(Path::toString), Stream.of(System.getProperty("java.class.path")))
            .collect(Collectors.joining(File.pathSeparator));
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
  public void tell(String line) {
    input.println(line);
  }

  /** Waits for the next line of the process, at most this many seconds. */
  public String answer(long seconds) {
    String late = FAILED + "it gave no answer in %d s".formatted(seconds);
    String line =
        CompletableFuture.supplyAsync(this::line)
            .completeOnTimeout(late, seconds, TimeUnit.SECONDS)
            .join();
    if (line.startsWith(FAILED)) {
      throw new CommandException(
          "The %s failed: %s.".formatted(name, line.substring(FAILED.length())));
    }
    return line;
  }

  private String line() {
    try {
      String line = output.readLine();
      return line == null ? FAILED + "it ended" : line;
    } catch (IOException e) {
      return FAILED + e.getMessage();
    }
  }

  @Override
  public void close() {
    input.close();
    process.onExit().completeOnTimeout(process, 40, TimeUnit.SECONDS).join();
    process.destroyForcibly();
  }
}
