package io.goodput.buckets.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.buckets.Limits;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.servlet.RateLimitFilter;
import io.goodput.buckets.servlet.RateLimitRule;
import io.goodput.buckets.servlet.RequestKey;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** With Spring Security, form login, and basic authentication. */
class FilterOrderTest {

  private static final String NAME = "goodput.rate-limits[0].name=rule";
  private static final String LIMIT = "goodput.rate-limits[0].limits=4 per day";

  @Test
  void wrongPasswords_overTheLimit_get429() throws Exception {
    try (ConfigurableApplicationContext application =
        secured(NAME, LIMIT, "goodput.rate-limits[0].path=/login")) {
      HttpClient client = Applications.client();
      List<Integer> statuses = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        HttpResponse<String> response =
            client.send(
                Applications.request(application, "/login")
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofString("username=ann&password=wrong"))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
        statuses.add(response.statusCode());
      }

      assertThat(statuses).containsExactly(302, 302, 302, 302, 429);
    }
  }

  @Test
  void ruleByPrincipal_knowsTheUser() throws Exception {
    try (ConfigurableApplicationContext application =
        secured(NAME, LIMIT, "goodput.rate-limits[0].key=principal")) {
      for (int i = 0; i < 4; i++) {
        assertThat(getAs(application, "ann")).isEqualTo(200);
      }
      assertThat(getAs(application, "ann")).isEqualTo(429);
      assertThat(getAs(application, "ben")).isEqualTo(200);
    }
  }

  @Test
  void order_afterSpringSecurity_limitsOnlyWhatItLetsThrough() throws Exception {
    try (ConfigurableApplicationContext application =
        secured(NAME, LIMIT, "goodput.filter.order=10")) {
      for (int i = 0; i < 5; i++) {
        assertThat(getAs(application, "unknown")).isEqualTo(401);
      }
      assertThat(getAs(application, "ann")).isEqualTo(200);
    }
  }

  @Test
  void refusal_byAnyFilter_isNotHiddenByTheErrorPage() throws Exception {
    try (ConfigurableApplicationContext application =
        Applications.onDatabase(
            Secured.class,
            Applications.emptyDatabase(),
            Applications.SECURED,
            NAME,
            LIMIT,
            "goodput.buckets.install=false")) {
      HttpResponse<String> response = Applications.get(application, "/hello");

      assertThat(response.statusCode()).isEqualTo(503);
      assertThat(response.headers().firstValue("Retry-After")).contains("10");
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {OwnRegistration.class, OwnFilter.class})
  void filterOfTheApplication_replacesTheBuiltInOnes(Class<?> ofApplication) throws Exception {
    try (ConfigurableApplicationContext application =
        Applications.inMemory(ofApplication, NAME, LIMIT)) {
      HttpResponse<String> response = Applications.get(application, "/hello");

      assertThat(response.headers().allValues("RateLimit")).containsExactly("\"own\";r=8;t=9600");
    }
  }

  private static ConfigurableApplicationContext secured(String... properties) {
    List<String> all = new ArrayList<>(List.of(properties));
    all.add(Applications.SECURED);
    return Applications.inMemory(Secured.class, all.toArray(String[]::new));
  }

  private static int getAs(ConfigurableApplicationContext application, String user)
      throws Exception {
    String credentials =
        Base64.getEncoder().encodeToString((user + ":right").getBytes(StandardCharsets.UTF_8));
    return Applications.get(application, "/hello", "Authorization", "Basic " + credentials)
        .statusCode();
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @RestController
  static class Secured {
    @Bean
    SecurityFilterChain security(HttpSecurity http) throws Exception {
      return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
          .formLogin(Customizer.withDefaults())
          .httpBasic(Customizer.withDefaults())
          .csrf(csrf -> csrf.disable())
          .build();
    }

    @Bean
    UserDetailsService users() {
      return new InMemoryUserDetailsManager(user("ann"), user("ben"));
    }

    private static org.springframework.security.core.userdetails.UserDetails user(String name) {
      return User.withUsername(name).password("{noop}right").build();
    }

    @GetMapping("/hello")
    String hello() {
      return "Hello";
    }
  }

  private static RateLimitFilter own(TokenBuckets buckets) {
    Limits nine = Limits.parse("9 per day");
    return new RateLimitFilter(
        buckets, List.of(RateLimitRule.of("own", "/**", RequestKey.address(), nine)));
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class OwnRegistration {
    @Bean
    FilterRegistrationBean<RateLimitFilter> ownRegistration(TokenBuckets buckets) {
      return new FilterRegistrationBean<>(own(buckets));
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class OwnFilter {
    @Bean
    RateLimitFilter ownFilter(TokenBuckets buckets) {
      return own(buckets);
    }
  }
}
