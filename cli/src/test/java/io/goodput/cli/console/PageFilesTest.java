package io.goodput.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PageFilesTest {

  private static final Path FOLDER =
      Path.of("src", "main", "resources", "io", "goodput", "cli", "console");

  /** What would make markup, code, or a request to elsewhere out of data. */
  private static final Pattern UNSAFE =
      Pattern.compile(
          "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|\\beval\\b|new Function"
              + "|https?://(?!www\\.w3\\.org/2000/svg)");

  @ParameterizedTest
  @MethodSource("files")
  void file_ofThePage_makesOnlyTextOfData(Path file) throws IOException {
    assertThat(Files.readString(file)).doesNotContainPattern(UNSAFE);
  }

  @ParameterizedTest
  @MethodSource("files")
  void file_ofThePage_isServed(Path file) throws IOException {
    assertThat(Console.Asset.named(file.getFileName().toString())).isNotNull();
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.sorted().toList();
    }
  }
}
