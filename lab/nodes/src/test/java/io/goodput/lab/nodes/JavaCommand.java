package io.goodput.lab.nodes;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a main class of the test class path in a new JVM. */
public final class JavaCommand {

  private JavaCommand() {}

  /** Returns the command line for the main class with these arguments. */
  public static ProcessBuilder of(Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command);
  }
}
