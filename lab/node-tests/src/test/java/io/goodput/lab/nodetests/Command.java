package io.goodput.lab.nodetests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A program with its arguments, its working folder, and additions to the environment. */
record Command(List<String> words, Path folder, Map<String, String> environment) {

  /** The exit code and the output of a command. */
  record Output(int exit, String out, String err) {}

  static Command of(List<String> words) {
    return new Command(words, Path.of("").toAbsolutePath(), Map.of());
  }

  /** Runs the command. Kills it and fails if it does not end within the time limit. */
  Output run(Duration limit) throws IOException {
    Path out = Files.createTempFile("command", ".out");
    Path err = Files.createTempFile("command", ".err");
    try {
      ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toFile());
      builder.environment().putAll(environment);
      Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
      if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        throw new IOException(words + " did not finish within " + limit.toSeconds() + " seconds");
      }
      return new Output(process.exitValue(), Files.readString(out), Files.readString(err));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }
}
