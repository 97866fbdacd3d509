package io.goodput.buckets.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.postgresql.PostgresBuckets;
import java.net.http.HttpResponse;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Flyway refuses a schema with tables and without its history. */
class MigrationsTest {

  private static final String FLYWAY = "spring.flyway.enabled=true";
  private static final String[] LIMIT = {
    "goodput.rate-limits[0].name=all", "goodput.rate-limits[0].limits=100 per day"
  };

  @ParameterizedTest
  @ValueSource(strings = {FLYWAY, "spring.liquibase.enabled=true"})
  void firstStart_onAnEmptyDatabase_migratesAndInstalls(String migrations) throws Exception {
    String url = Applications.emptyDatabase();
    for (int start = 0; start < 2; start++) {
      try (ConfigurableApplicationContext application =
          Applications.onDatabase(Items.class, url, migrations, LIMIT[0], LIMIT[1])) {
        assertServes(application);
      }
      assertThat(Applications.text(url, "SELECT count(*) FROM item")).isEqualTo("1");
    }
  }

  @Test
  void schemaOfItsOwn_thatDoesNotExist_isCreated() throws Exception {
    String url = Applications.emptyDatabase();
    try (ConfigurableApplicationContext application =
        Applications.onDatabase(
            Items.class, url, FLYWAY, "goodput.buckets.schema=goodput", LIMIT[0], LIMIT[1])) {
      assertServes(application);
    }
    assertThat(Applications.text(url, "SELECT count(*) FROM goodput.rate_limiting_token_bucket"))
        .isEqualTo("1");
  }

  @Test
  void bucketsOfTheApplication_areInstalledAfterTheMigrationsToo() {
    String url = Applications.emptyDatabase();
    try (ConfigurableApplicationContext application =
        Applications.onDatabase(OwnBuckets.class, url, FLYWAY)) {
      assertThat(application.getBeansOfType(TokenBuckets.class)).hasSize(1);
    }
    assertThat(Applications.text(url, "SELECT count(*) FROM item")).isEqualTo("1");
  }

  private static void assertServes(ConfigurableApplicationContext application) throws Exception {
    HttpResponse<String> response = Applications.get(application, "/items");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("RateLimit")).isPresent();
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @RestController
  static class Items {
    @GetMapping("/items")
    String items() {
      return "one";
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class OwnBuckets {
    @Bean
    TokenBuckets ownBuckets(DataSource pool) {
      return PostgresBuckets.on(pool).open().install();
    }
  }
}
