package io.goodput.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs programs. */
final class Commands {

  /** What a program has said, on both of its outputs, and its exit code. */
  record Result(int exit, String output) {}

  private Commands() {}

  static Result run(Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("command", ".out");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
      builder.environment().putAll(environment);
      Process process = builder.start();
      if (!process.waitFor(2, TimeUnit.MINUTES)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        throw new IOException(command + " has not ended; it said: " + Files.readString(output));
      }
      return new Result(process.exitValue(), Files.readString(output));
    } finally {
      Files.delete(output);
    }
  }

  /** Whether a program is there. */
  static boolean exists(String program) {
    try {
      return run(Map.of(), List.of("sh", "-c", "command -v " + program)).exit() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** A file that the build has made, by a pattern of its name. */
  static Path built(String name) throws IOException {
    try (var files = Files.list(Path.of("target"))) {
      return files
          .filter(file -> file.getFileName().toString().matches(name))
          .findFirst()
          .orElseThrow(() -> new IOException("no " + name + " in target"))
          .toAbsolutePath();
    }
  }
}
