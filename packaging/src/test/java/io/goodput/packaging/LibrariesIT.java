package io.goodput.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Each library")
class LibrariesIT {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "core",
        "cassandra/java-driver",
        "rocksdb/pacer",
        "rocksdb/kafka-streams",
        "buckets/api",
        "buckets/postgresql",
        "buckets/cassandra",
        "buckets/spring"
      })
  void build_ofALibrary_hasAJarOfItsSources(String module) throws Exception {
    try (FileSystem jar = jar(module, "sources");
        Stream<Path> files = Files.walk(jar.getPath("/io/goodput"))) {
      assertThat(files).anyMatch(file -> file.toString().endsWith(".java"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "cassandra/java-driver, io.goodput.driver",
    "rocksdb/pacer, io.goodput.rocksdb",
    "rocksdb/kafka-streams, io.goodput.kafka",
    "buckets/api, io.goodput.buckets",
    "buckets/postgresql, io.goodput.buckets.postgresql io.goodput.buckets.postgresql.admin",
    "buckets/cassandra, io.goodput.buckets.cassandra",
    "buckets/spring, io.goodput.buckets.servlet io.goodput.buckets.spring",
  })
  void javadoc_ofALibrary_hasTheApiAlone(String module, String packages) throws Exception {
    try (FileSystem jar = jar(module, "javadoc");
        Stream<Path> files = Files.walk(jar.getPath("/"))) {
      List<String> listed = Files.readAllLines(jar.getPath("/element-list"));
      assertThat(listed.subList(1, listed.size())).containsExactly(packages.split(" "));
      assertThat(files.filter(file -> file.toString().endsWith(".html")))
          .allSatisfy(
              page ->
                  assertThat(Files.readString(page, StandardCharsets.UTF_8))
                      .doesNotContain("io.goodput.core", "BucketStore", "not part of the API"));
    }
  }

  private static FileSystem jar(String module, String kind) throws IOException {
    try (Stream<Path> files = Files.list(Path.of("..").resolve(module).resolve("target"))) {
      Path jar =
          files
              .filter(file -> file.toString().endsWith("-" + kind + ".jar"))
              .findFirst()
              .orElseThrow();
      return FileSystems.newFileSystem(jar);
    }
  }
}
