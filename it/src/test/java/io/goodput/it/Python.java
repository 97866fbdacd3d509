package io.goodput.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The clients written in Python, in a virtual environment of their own. */
final class Python {

  /** What a command printed, and what it complained of. */
  record Output(int exit, String text, String complaints) {}

  private static final Path RESOURCES = Path.of("src", "test", "resources");
  private static final Path ENVIRONMENT = Path.of("target", "python").toAbsolutePath();

  private Python() {}

  /** Installs the clients, once; without a Python for them the calling test is skipped. */
  static void install() throws IOException {
    assumeTrue(
        isRecentEnough(), "python3 is older than 3.10 or missing: its clients are not tested.");
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
    assertThat(output.exit()).as(output.complaints()).isZero();
  }

  private static Output run(List<String> command) throws IOException {
    Path printed = Files.createTempFile("python", ".out");
    Path complained = Files.createTempFile("python", ".err");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(printed.toFile())
              .redirectError(complained.toFile())
              .start();
      if (!process.waitFor(3, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new IOException(command + " did not end within three minutes");
      }
      return new Output(
          process.exitValue(), Files.readString(printed), Files.readString(complained));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      Files.delete(printed);
      Files.delete(complained);
    }
  }
}
