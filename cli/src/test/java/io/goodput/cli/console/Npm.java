package io.goodput.cli.console;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Installs packages of npm's, from the registry that npm is configured for. */
public final class Npm {

  static final Path FOLDER = Path.of("target", "npm").toAbsolutePath();

  private static final long LIMIT_MINUTES = 5;

  private Npm() {}

  /**
   * A file of a package, installed if necessary; empty if that fails.
   *
   * @param name of the package
   * @param version of the package
   * @param file its path in the package
   */
  public static Optional<Path> file(String name, String version, String file) {
    Path folder = FOLDER.resolve(name);
    Path wanted = folder.resolve("node_modules").resolve(name).resolve(file);
    return Files.exists(wanted)
        ? Optional.of(wanted)
        : install(folder, name + "@" + version).map(done -> wanted).filter(Files::exists);
  }

  /** Returns the folder, or nothing if npm is missing or fails. */
  static Optional<Path> install(Path folder, String packageAndVersion) {
    boolean done =
        onPath("node").isPresent()
            && onPath("npm").isPresent()
            && succeeds(
                folder,
                "npm",
                "install",
                "--no-audit",
                "--no-fund",
                "--prefix",
                ".",
                packageAndVersion);
    return done ? Optional.of(folder) : Optional.empty();
  }

  static Optional<Path> onPath(String name) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  static boolean succeeds(Path folder, String... command) {
    try {
      Files.createDirectories(folder);
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("install.log").toFile());
      // Packages unpack into the folder for temporary files.
      builder.environment().put("TMPDIR", folder.toString());
      Process process = builder.start();
      if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        return false;
      }
      return process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
