package io.goodput.buckets.spring;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Runs applications on a real PostgreSQL and in a real Tomcat. */
final class Applications {

  /** With this argument, Spring Security protects the application. */
  static final String SECURED = "spring.autoconfigure.exclude=";

  /** Spring Boot ignores names that it does not have. */
  private static final String UNSECURED =
      SECURED
          + "org.springframework.boot.autoconfigure.security.servlet.SecurityAutoConfiguration,"
          + "org.springframework.boot.security.autoconfigure.web.servlet"
          + ".ServletWebSecurityAutoConfiguration";

  private static final EmbeddedPostgres POSTGRES = start();
  private static final AtomicInteger DATABASES = new AtomicInteger();

  private Applications() {}

  /** The URL of a new, empty database. */
  static String emptyDatabase() {
    String name = "empty" + DATABASES.incrementAndGet();
    execute(POSTGRES.getJdbcUrl("postgres", "postgres"), "CREATE DATABASE " + name);
    return POSTGRES.getJdbcUrl("postgres", name);
  }

  static void execute(String url, String sql) {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The first column of the first row. */
  static String text(String url, String query) {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return String.valueOf(row.getString(1));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs an application with its buckets in memory. */
  static ConfigurableApplicationContext inMemory(Class<?> application, String... properties) {
    String[] all = Arrays.copyOf(properties, properties.length + 1);
    all[properties.length] = "goodput.buckets.in-memory=true";
    return onDatabase(application, POSTGRES.getJdbcUrl("postgres", "postgres"), all);
  }

  /** Runs an application with its buckets in a database. */
  static ConfigurableApplicationContext onDatabase(
      Class<?> application, String url, String... properties) {
    return new SpringApplicationBuilder(application)
        .properties(
            "server.port=0",
            "spring.datasource.url=" + url,
            "goodput.buckets.timeout=10s",
            "spring.flyway.enabled=false",
            "spring.liquibase.enabled=false",
            UNSECURED)
        .run(Arrays.stream(properties).map(property -> "--" + property).toArray(String[]::new));
  }

  /** A client that keeps its cookies, and does not follow redirects. */
  static HttpClient client() {
    return HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
  }

  static HttpResponse<String> get(
      ConfigurableApplicationContext application, String path, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = request(application, path);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  static HttpRequest.Builder request(ConfigurableApplicationContext application, String path) {
    String port = application.getEnvironment().getRequiredProperty("local.server.port");
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
  }

  private static EmbeddedPostgres start() {
    try {
      return EmbeddedPostgres.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
