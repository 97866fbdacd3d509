package io.goodput.buckets.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.example.hello.Hello;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** Runs the applications that the documentation shows. */
class SpringExampleTest {

  private static final Path ROOT = Path.of("..", "..");
  private static final List<String> RULE =
      List.of(
          "goodput.rate-limits[0].name=api",
          "goodput.rate-limits[0].path=/hello",
          "goodput.rate-limits[0].key=header:X-Api-Key",
          "goodput.rate-limits[0].limits=3 per minute");

  private static final String URL = Applications.emptyDatabase();

  @Test
  void application_overItsLimit_answers429WithHeaders() throws Exception {
    try (ConfigurableApplicationContext application = run(Hello.class)) {
      HttpResponse<String> first = get(application, "alice");
      assertThat(first.statusCode()).isEqualTo(200);
      assertThat(first.body()).isEqualTo("Hello");
      assertThat(header(first, "RateLimit-Policy")).isEqualTo("\"api\";q=3;w=60");
      assertThat(header(first, "RateLimit")).matches("\"api\";r=2;t=(20|21)");
      get(application, "alice");
      get(application, "alice");
      HttpResponse<String> fourth = get(application, "alice");

      assertThat(fourth.statusCode()).isEqualTo(429);
      assertThat(fourth.body()).startsWith("Too many requests: retry after ");
      assertThat(Integer.parseInt(header(fourth, "Retry-After"))).isBetween(10, 21);
      assertThat(header(fourth, "RateLimit"))
          .isEqualTo("\"api\";r=0;t=" + header(fourth, "Retry-After"));
    }
  }

  @Test
  void application_keepsABucketForEachKey() throws Exception {
    try (ConfigurableApplicationContext application = run(Hello.class)) {
      for (int i = 0; i < 3; i++) {
        get(application, "bob");
      }

      assertThat(get(application, "bob").statusCode()).isEqualTo(429);
      assertThat(get(application, "carol").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void applicationWithBucket4j_overItsLimit_answers429() throws Exception {
    Applications.execute(URL, "CREATE TABLE bucket (id text PRIMARY KEY, state bytea)");
    try (ConfigurableApplicationContext application =
        run(io.goodput.example.bucket4j.Hello.class)) {
      for (int i = 0; i < 3; i++) {
        assertThat(get(application, "dave").statusCode()).isEqualTo(200);
      }

      assertThat(get(application, "dave").statusCode()).isEqualTo(429);
    }
  }

  /** In the default package, Spring would look for beans in all libraries, and fail. */
  @Test
  void page_showsTheseApplicationsInAPackage() throws IOException {
    String page = withoutSpace(Files.readString(ROOT.resolve("docs/token-buckets/spring.md")));
    for (String name : List.of("example/hello/Hello.java", "example/bucket4j/Hello.java")) {
      String source =
          Files.readString(Path.of("src/test/java/io/goodput").resolve(name))
              .replaceAll("(?m)^package .*$", "package com.example;");
      assertThat(page).contains(withoutSpace(source));
    }
    assertThat(page).contains(withoutSpace(String.join("\n", RULE)));
  }

  private static String withoutSpace(String text) {
    return text.replaceAll("\\s+", "");
  }

  private static ConfigurableApplicationContext run(Class<?> application) {
    return application == Hello.class
        ? Applications.onDatabase(application, URL, RULE.toArray(String[]::new))
        : Applications.onDatabase(application, URL, "goodput.buckets.install=false");
  }

  private static HttpResponse<String> get(ConfigurableApplicationContext application, String key)
      throws IOException, InterruptedException {
    return Applications.get(application, "/hello", "X-Api-Key", key);
  }

  private static String header(HttpResponse<String> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }
}
