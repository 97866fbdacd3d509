package io.goodput.buckets.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ExampleTest {

  @Test
  void page_showsTheApplicationThatIsCompiledHere() throws IOException {
    String page = Files.readString(Path.of("..", "..", "docs", "token-buckets", "cassandra.md"));
    String source =
        Files.readString(Path.of("src/test/java/io/goodput/example/hello/Hello.java"))
            .replaceAll("(?m)^package .*$", "");

    assertThat(page).contains(source.strip());
  }
}
