package io.goodput.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Runs Python clients in a virtual environment. */
final class Python {

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

  static Command.Output cqlsh(String... arguments) throws IOException {
    return run(
        Stream.concat(
                Stream.of(program("cqlsh"), "-u", Cql.SUPERUSER, "-p", Cql.SUPERUSER),
                Stream.of(arguments))
            .toList());
  }

  static Command.Output script(String name, Object... arguments) throws IOException {
    return run(
        Stream.concat(
                Stream.of(program("python"), RESOURCES.resolve(name).toString()),
                Stream.of(arguments).map(String::valueOf))
            .toList());
  }

  static Command.Output code(String code) throws IOException {
    return run(List.of(program("python"), "-c", code));
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
    Command.Output output = run(List.of(command));
    assertThat(output.exit()).as(output.err()).isZero();
  }

  private static Command.Output run(List<String> command) throws IOException {
    return Command.of(command).run(Duration.ofMinutes(3));
  }
}
