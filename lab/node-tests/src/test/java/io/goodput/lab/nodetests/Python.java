package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.goodput.lab.nodes.Node;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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

  /** Installs a package into a folder of its own; returns whether there is one to install. */
  static boolean installInto(Path folder, String requirement) throws IOException {
    return run(List.of(
                program("pip"),
                "install",
                "--quiet",
                "--disable-pip-version-check",
                "--only-binary=:all:",
                "--target=" + folder,
                requirement))
            .exit()
        == 0;
  }

  /**
   * Sends a statement in a keyspace, or several as a batch, until it is refused, and returns the
   * payload of the error.
   */
  static Map<String, String> reasons(Node node, String keyspace, String... statements)
      throws IOException {
    InetSocketAddress address = node.contactPoint();
    Stream<Object> target =
        Stream.of(address.getAddress().getHostAddress(), address.getPort(), keyspace);
    Command.Output output =
        script("reasons.py", Stream.concat(target, Stream.of(statements)).toArray());
    assertThat(output.exit()).as(output.err()).isZero();
    return output
        .out()
        .lines()
        .map(line -> line.split("=", 2))
        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
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
