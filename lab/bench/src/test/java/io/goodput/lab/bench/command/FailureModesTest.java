package io.goodput.lab.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Each failure mode in the docs")
class FailureModesTest {

  private static final Path ROOT = Path.of("..", "..");
  private static final Path DOCS = ROOT.resolve("docs");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final int COLUMNS = 6;
  private static final int TELLS = 3;

  @Test
  @DisplayName("names tests that exist")
  void tests_exist() throws IOException {
    Set<String> classes = classes();

    assertThat(rows())
        .hasSizeGreaterThan(30)
        .allSatisfy(row -> assertThat(codes(row.get(COLUMNS - 1))).isNotEmpty())
        .flatMap(row -> codes(row.get(COLUMNS - 1)))
        .isSubsetOf(classes);
  }

  @Test
  @DisplayName("names metrics and tables that exist")
  void metricsAndTables_exist() throws IOException {
    String documented =
        Files.readString(DOCS.resolve("metrics.md"))
            + Files.readString(DOCS.resolve("operations.md"));

    assertThat(rows())
        .flatMap(row -> codes(row.get(TELLS)))
        .filteredOn(name -> name.matches("goodput(_|\\.)[a-z_]+") && !name.endsWith(".yaml"))
        .hasSizeGreaterThan(10)
        .allSatisfy(
            name -> assertThat(documented).containsPattern("\\b" + Pattern.quote(name) + "\\b"));
  }

  private static List<List<String>> rows() throws IOException {
    return Files.readAllLines(DOCS.resolve("failure-modes.md")).stream()
        .filter(line -> line.startsWith("| ") && !line.startsWith("| what "))
        .map(line -> List.of(line.substring(2, line.length() - 2).split(" \\|(?= )", -1)))
        .peek(row -> assertThat(row).hasSize(COLUMNS))
        .toList();
  }

  private static List<String> codes(String cell) {
    return CODE.matcher(cell).results().map(code -> code.group(1)).toList();
  }

  /** The simple names of all classes of tests. */
  private static Set<String> classes() throws IOException {
    Set<String> names = new HashSet<>();
    for (Path module : modules()) {
      Path sources = module.resolve(Path.of("src", "test", "java"));
      if (Files.isDirectory(sources)) {
        try (Stream<Path> files = Files.walk(sources)) {
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".java"))
              .forEach(name -> names.add(name.substring(0, name.length() - ".java".length())));
        }
      }
    }
    return names;
  }

  private static List<Path> modules() throws IOException {
    return MODULE
        .matcher(Files.readString(ROOT.resolve("pom.xml")))
        .results()
        .map(module -> ROOT.resolve(module.group(1)))
        .toList();
  }
}
