package io.goodput.buckets.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.example.hello.Hello;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
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

  private static EmbeddedPostgres postgres;

  private final HttpClient http = HttpClient.newHttpClient();

  @BeforeAll
  static void start() throws IOException {
    postgres = EmbeddedPostgres.start();
  }

  @AfterAll
  static void stop() throws IOException {
    postgres.close();
  }

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
      assertThat(header(fourth, "RateLimit")).matches("\"api\";r=0;t=(5[0-9]|60|61)");
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
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE bucket (id text PRIMARY KEY, state bytea)");
    }
    try (ConfigurableApplicationContext application =
        run(io.goodput.example.bucket4j.Hello.class)) {
      for (int i = 0; i < 3; i++) {
        assertThat(get(application, "dave").statusCode()).isEqualTo(200);
      }

      assertThat(get(application, "dave").statusCode()).isEqualTo(429);
    }
  }

  @Test
  void page_showsTheseApplications() throws IOException {
    String page = withoutSpace(Files.readString(ROOT.resolve("docs/token-buckets/spring.md")));
    for (String name : List.of("example/hello/Hello.java", "example/bucket4j/Hello.java")) {
      String source =
          Files.readString(Path.of("src/test/java/io/goodput").resolve(name))
              .replaceAll("(?m)^(package|import) .*$", "");
      assertThat(page).contains(withoutSpace(source));
    }
    assertThat(page).contains(withoutSpace(String.join("\n", RULE)));
  }

  private static String withoutSpace(String text) {
    return text.replaceAll("\\s+", "");
  }

  private static String url() {
    return postgres.getJdbcUrl("postgres", "postgres");
  }

  private static ConfigurableApplicationContext run(Class<?> application) {
    List<String> arguments = new ArrayList<>();
    arguments.add("--server.port=0");
    arguments.add("--spring.datasource.url=" + url());
    arguments.add("--goodput.buckets.timeout=10s");
    if (application == Hello.class) {
      RULE.forEach(line -> arguments.add("--" + line));
    } else {
      arguments.add("--goodput.buckets.install=false");
    }
    return SpringApplication.run(application, arguments.toArray(String[]::new));
  }

  private HttpResponse<String> get(ConfigurableApplicationContext application, String key)
      throws IOException, InterruptedException {
    String port = application.getEnvironment().getRequiredProperty("local.server.port");
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://localhost:%s/hello".formatted(port)))
            .header("X-Api-Key", key)
            .build();
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private static String header(HttpResponse<String> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }
}
