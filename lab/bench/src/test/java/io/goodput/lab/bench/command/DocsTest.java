package io.goodput.lab.bench.command;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.lab.bench.report.DocsMeasurements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The docs")
class DocsTest {

  private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
  private static final Path DOCS = ROOT.resolve("docs");
  private static final Path SAMPLE =
      ROOT.resolve(
          Path.of("cassandra", "plugin", "src", "main", "resources", "goodput.sample.yaml"));
  private static final int LINE = 120;

  /** A line of the sample; a comment if the default is not a value. */
  private static final Pattern SETTING = Pattern.compile("(?m)^(|# )([a-z_]+): (\\S+)$");

  private static final Pattern LINK = Pattern.compile("]\\(([^)#:]+)(#[^)]*)?\\)");
  private static final Pattern ARROW = Pattern.compile("([\\w.-]+) (?:-->|-\\.->) ([\\w.-]+)");
  private static final Pattern MODULE = Pattern.compile("<module>([\\w./-]+)</module>");
  private static final Pattern ARTIFACT =
      Pattern.compile("<artifactId>goodput-([\\w.-]+)</artifactId>");
  private static final Pattern DEPENDENCY =
      Pattern.compile(
          "<dependency>\\s*<groupId>io.goodput</groupId>\\s*<artifactId>goodput-([\\w.-]+)");
  private static final Pattern STILTED =
      Pattern.compile(
          "(?i)\\b(in place of|nobody|somebody|for whom|of no use|by and large|as ever|hardly ever"
              + "|behaviour|centre)\\b|^\\s*/?\\*\\*?(?-i: Of )");

  @Test
  void architecture_arrows_areThoseOfTheBuild() throws Exception {
    Set<String> drawn = new TreeSet<>(arrows(Files.readString(DOCS.resolve("architecture.md"))));

    assertThat(drawn).isEqualTo(built());
  }

  @Test
  void settings_ofTheSample_areOnTheirPageWithTheirDefaults() throws Exception {
    String page = Files.readString(DOCS.resolve("settings.md"));
    List<MatchResult> settings = SETTING.matcher(Files.readString(SAMPLE)).results().toList();

    assertThat(settings).hasSizeGreaterThan(20);
    assertThat(settings)
        .allSatisfy(
            setting ->
                assertThat(page)
                    .containsPattern(
                        setting.group(1).isEmpty()
                            ? "`%s`.* \\| `%s` \\| ".formatted(setting.group(2), setting.group(3))
                            : "`" + setting.group(2) + "`"));
  }

  @ParameterizedTest
  @CsvSource({
    "token-buckets/use.md, goodput-buckets-postgresql, ./goodput buckets install",
    "token-buckets/spring.md, goodput-buckets-spring, ./goodput buckets install",
    "token-buckets/cassandra.md, goodput-buckets-cassandra, install()",
    "late-requests/clients.md, goodput-java-driver, ./mvnw install",
    "rocksdb-write-pacing/use.md, goodput-rocksdb, ./mvnw install",
    "rocksdb-write-pacing/kafka-streams.md, goodput-kafka-streams, ./mvnw install"
  })
  void page_ofALibrary_startsWithWhatAProjectNeeds(String page, String artifact, String install)
      throws Exception {
    List<String> content =
        Files.readAllLines(DOCS.resolve(page)).stream()
            .filter(line -> !line.isBlank() && !line.startsWith("#") && !line.startsWith("```"))
            .toList();
    int code = content.indexOf("</dependency>");

    assertThat(content.subList(code - 4, code))
        .containsExactly(
            "<dependency>",
            "  <groupId>io.goodput</groupId>",
            "  <artifactId>%s</artifactId>".formatted(artifact),
            "  <version>%s</version>".formatted(version()));
    assertThat(String.join(" ", content.subList(0, 10))).contains(install, "</dependency>");
  }

  private static String version() throws IOException {
    Matcher version =
        Pattern.compile("<version>([^<]+)</version>")
            .matcher(Files.readString(ROOT.resolve("pom.xml")));
    assertThat(version.find()).isTrue();
    return version.group(1);
  }

  @ParameterizedTest
  @MethodSource("pages")
  void link_inAnyPage_leadsToAFile(Path page) throws Exception {
    assertThat(LINK.matcher(Files.readString(page)).results().map(link -> link.group(1)))
        .allSatisfy(link -> assertThat(page.resolveSibling(link)).exists());
  }

  @ParameterizedTest
  @MethodSource("pages")
  void line_outsideTablesAndCode_hasAtMost120Characters(Path page) throws Exception {
    List<String> prose = new ArrayList<>();
    boolean code = false;
    for (String line : Files.readAllLines(page)) {
      code ^= line.startsWith("```");
      if (!code && !line.startsWith("|")) {
        prose.add(line);
      }
    }

    assertThat(prose).allMatch(line -> line.length() <= LINE);
  }

  @Test
  void measurements_everyPage_showsTheLatestDocuments(@TempDir Path folder) throws Exception {
    Path copy = folder.resolve("docs");
    for (Path file : files("md", "json")) {
      if (file.startsWith(DOCS)) {
        Path target = copy.resolve(DOCS.relativize(file));
        Files.createDirectories(target.resolveSibling("."));
        Files.copy(file, target);
      }
    }

    Files.createDirectories(copy.resolve("pictures"));
    DocsMeasurements.fill(copy);

    for (Path page : pages()) {
      if (page.startsWith(DOCS)) {
        assertThat(page).hasSameTextualContentAs(copy.resolve(DOCS.relativize(page)));
      }
    }
  }

  @Test
  @DisplayName("and the sources contain none of the words to avoid")
  void text_ofDocsAndSources_isPlainEnglish() throws Exception {
    List<String> found = new ArrayList<>();
    for (Path file : files("java", "md", "yaml", "html", "js")) {
      if (!file.endsWith("DocsTest.java")) {
        Files.readAllLines(file).stream()
            .filter(line -> STILTED.matcher(line).find())
            .forEach(line -> found.add(ROOT.relativize(file) + ": " + line.strip()));
      }
    }

    assertThat(found).isEmpty();
  }

  private static Set<String> built() throws IOException {
    Set<String> arrows = new TreeSet<>();
    String root = Files.readString(ROOT.resolve("pom.xml"));
    for (MatchResult module : MODULE.matcher(root).results().toList()) {
      String name = module.group(1);
      if (name.equals("bom")) {
        // It names versions and uses nothing.
        continue;
      }
      String pom = Files.readString(ROOT.resolve(name).resolve("pom.xml"));
      Matcher own = ARTIFACT.matcher(pom);
      assertThat(own.find()).isTrue();
      DEPENDENCY
          .matcher(pom)
          .results()
          .forEach(dependency -> arrows.add(own.group(1) + " > " + dependency.group(1)));
    }
    return arrows;
  }

  private static Set<String> arrows(String page) {
    return ARROW
        .matcher(page)
        .results()
        .map(arrow -> arrow.group(1) + " > " + arrow.group(2))
        .collect(toCollection(TreeSet::new));
  }

  private static List<Path> pages() throws IOException {
    return files("md");
  }

  private static List<Path> files(String... endings) throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> Stream.of(endings).anyMatch(end -> file.toString().endsWith("." + end)))
          .filter(file -> !ROOT.relativize(file).toString().matches("(.*/)?(target|\\.\\w+)/.*"))
          .sorted()
          .toList();
    }
  }
}
