package io.goodput.lab.nodetests;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Runs Go, which it installs from the proxy of Go modules that the environment variable {@code
 * GOPROXY} names.
 */
final class Go {

  static final String VERSION = "1.27.3";

  private static final Path RESOURCES = Path.of("src", "test", "resources");

  /** The folder with the module that names the driver. */
  static final Path GOCQL = RESOURCES.resolve("gocql");

  /** The folder with the module that names Prometheus. */
  static final Path PROMETHEUS = RESOURCES.resolve("prometheus");

  /** The folder with the module that names Porcupine. */
  static final Path PORCUPINE = RESOURCES.resolve("porcupine");

  private static final Map<String, String> SHA_256 =
      Map.of(
          "linux-amd64",
          "af4c06478303fdd1bfb335fab86c7ccb9b12e529044a946a16a1c4bcc779f8d7",
          "linux-arm64",
          "0ec0774cad42ecf4df82691146ee0b10c303ea594f163acb1737baedd5cc2835");

  private static final Path HOME = Path.of("target", "go").toAbsolutePath();
  private static final Path TOOLCHAIN = HOME.resolve(VERSION);

  private Go() {}

  /** Installs Go if necessary. */
  static void install() throws IOException {
    Path zip = HOME.resolve("go-" + VERSION + ".zip");
    if (Files.isDirectory(TOOLCHAIN)) {
      return;
    }
    Files.createDirectories(HOME);
    download(zip);
    Path unpacked = HOME.resolve("unpacked");
    unpack(zip, unpacked);
    Files.move(unpacked, TOOLCHAIN);
    Files.delete(zip);
  }

  /** Runs Go in a folder with a module. */
  static Command.Output run(Path folder, Duration limit, String... arguments) throws IOException {
    return new Command(
            Stream.concat(
                    Stream.of(TOOLCHAIN.resolve("bin").resolve("go").toString()),
                    Stream.of(arguments))
                .toList(),
            folder.toAbsolutePath(),
            Map.of(
                "GOROOT",
                TOOLCHAIN.toString(),
                "GOTOOLCHAIN",
                "local",
                "GOPATH",
                HOME.resolve("path").toString(),
                "GOCACHE",
                HOME.resolve("cache").toString(),
                "GOFLAGS",
                "-modcacherw",
                "CGO_ENABLED",
                "0"))
        .run(limit);
  }

  private static void download(Path zip) throws IOException {
    String platform = platform();
    String expected = SHA_256.get(platform);
    if (expected == null) {
      throw new IOException("Go is installed on Linux only (amd64, arm64), not on " + platform);
    }
    URI address =
        URI.create(
            "%s/golang.org/toolchain/@v/v0.0.1-go%s.%s.zip".formatted(proxy(), VERSION, platform));
    MessageDigest digest = sha256();
    try (InputStream in = new DigestInputStream(address.toURL().openStream(), digest)) {
      Files.copy(in, zip);
    }
    String actual = HexFormat.of().formatHex(digest.digest());
    if (!actual.equals(expected)) {
      Files.delete(zip);
      throw new IOException(address + " has the SHA-256 " + actual + " instead of " + expected);
    }
  }

  /** The first proxy in {@code GOPROXY}. */
  private static String proxy() throws IOException {
    return Optional.ofNullable(System.getenv("GOPROXY")).stream()
        .flatMap(list -> Stream.of(list.split("[,|]")))
        .map(String::strip)
        .filter(entry -> entry.startsWith("http"))
        .findFirst()
        .orElseThrow(
            () -> new IOException("Set GOPROXY to the URL of a proxy of Go modules, to install Go"))
        .replaceFirst("/$", "");
  }

  private static String platform() {
    String architecture = System.getProperty("os.arch");
    return System.getProperty("os.name").toLowerCase(Locale.ROOT)
        + "-"
        + (architecture.equals("aarch64") ? "arm64" : architecture);
  }

  /** Unpacks without the folder that contains all files. Modules do not store permissions. */
  private static void unpack(Path zip, Path folder) throws IOException {
    try (ZipFile file = new ZipFile(zip.toFile())) {
      for (ZipEntry entry :
          (Iterable<ZipEntry>) file.stream().map(ZipEntry.class::cast)::iterator) {
        String name = entry.getName().replaceFirst("^golang.org/toolchain@[^/]+/", "");
        Path target = folder.resolve(name).normalize();
        Files.createDirectories(target.getParent());
        try (InputStream in = file.getInputStream(entry)) {
          Files.copy(in, target);
        }
        if (name.startsWith("bin/") || name.startsWith("pkg/tool/")) {
          target.toFile().setExecutable(true);
        }
      }
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
