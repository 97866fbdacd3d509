package io.goodput.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs Python clients in a virtual environment. */
final class Python {

  /** The exit code and the output of a command. */
  record Output(int exit, String out, String err) {}

  private static final Path RESOURCES = Path.of("src", "test", "resources");
  private static final Path ENVIRONMENT = Path.of("target", "python").toAbsolutePath();

  private Python() {}

  /** Installs the clients if necessary. Skips the calling test if no suitable Python is present. */
  static void install() throws IOException {
    assumeTrue(
        isRecentEnough(),
        "python3 is missing or older than 3.10, so Python clients are not tested.");
    Path requirements = RESOURCES.resolve("requirements.txt");
    Path installed = ENVIRONMENT.resolve("requirements.txt");
    if (Files.exists(installed) && Files.mismatch(installed, requirements) < 0) {
      return;
    }
    requireSuccess("python3", "-m", "venv", "--clear", ENVIRONMENT.toString());
    requireSuccess(
        program("pip"),
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--requirement",
        requirements.toString());
    Files.copy(requirements, installed);
  }

  static Output cqlsh(String... arguments) throws IOException {
    return run(Stream.concat(Stream.of(program("cqlsh")), Stream.of(arguments)).toList());
  }

  static Output script(String name, Object... arguments) throws IOException {
    return run(
        Stream.concat(
                Stream.of(program("python"), RESOURCES.resolve(name).toString()),
                Stream.of(arguments).map(String::valueOf))
            .toList());
  }

  private static boolean isRecentEnough() {
    try {
      return run(List.of("python3", "-c", "import sys, venv; sys.exit(sys.version_info < (3, 10))"))
              .exit()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static String program(String name) {
    return ENVIRONMENT.resolve("bin").resolve(name).toString();
  }

  private static void requireSuccess(String... command) throws IOException {
    Output output = run(List.of(command));
    assertThat(output.exit()).as(output.err()).isZero();
  }

  private static Output run(List<String> command) throws IOException {
    Path out = Files.createTempFile("python", ".out");
    Path err = Files.createTempFile("python", ".err");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      if (!process.waitFor(3, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new IOException(command + " did not finish within three minutes");
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
