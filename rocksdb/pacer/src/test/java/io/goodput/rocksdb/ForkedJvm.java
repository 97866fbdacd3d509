package io.goodput.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A JVM of its own, which may crash, or fill a disk. */
final class ForkedJvm {

  private ForkedJvm() {}

  /** The command of a program with the class path of this JVM. */
  static List<String> command(Path folder, Class<?> program, String... arguments) {
    return Stream.concat(
            Stream.of("-cp", System.getProperty("java.class.path"), program.getName()),
            Stream.of(arguments))
        .collect(() -> new ArrayList<>(java(folder)), ArrayList::add, ArrayList::addAll);
  }

  /** The beginning of a command. */
  static List<String> java(Path folder) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:-CreateCoredumpOnCrash",
        "-XX:ErrorFile=" + folder.resolve("crash.log"));
  }

  /** Runs a command, and returns its exit code. */
  static int run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).inheritIO().start();
    try {
      assertThat(process.waitFor(90, TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }
}
