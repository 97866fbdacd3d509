package io.goodput.buckets.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.mock.web.MockHttpServletRequest;

/** Rules from properties, in a real Tomcat. */
class RulesTest {

  private static final String REACTIVE = "spring.main.web-application-type=reactive";
  private static final String PREFIX = "goodput.rate-limits[0].";

  @ParameterizedTest
  @CsvSource({
    "/api/*, /api/a, 429",
    "/api/*, /api/a/b, 404",
    "/api/**, /api/a/b, 429",
    "/users/{id}, /users/7, 429",
    "/users/{id}, /users/7/posts, 404",
    "/users/{id:[0-9]+}, /users/x, 404",
    "/a/**/b, /a/b, 429",
    "/a/**/b, /a/x/y/b, 429",
    "/a/**/b, /a/x/y/c, 404",
    "/api/a, /api/%61, 429",
    "/api/a, /api;x=1/a, 429",
    "/api/a, //api//a, 429",
    "/api/a, /x/../api/a, 429",
  })
  void path_isAPatternOfSpring(String pattern, String requested, int status) throws Exception {
    try (ConfigurableApplicationContext application = run("path=" + pattern)) {
      Applications.get(application, requested);

      assertThat(Applications.get(application, requested).statusCode()).isEqualTo(status);
    }
  }

  /** Tomcat accepts such a path only if it is configured to. */
  @Test
  void encodedSlash_inAVariable_isPartOfIt() {
    MockHttpServletRequest request = new MockHttpServletRequest("GET", "/users/7%2F8");
    request.setServletPath("/users/7/8");

    assertThat(PathRequests.of("/users/{id}")).accepts(request);
    assertThat(PathRequests.of("/users/{id}/{of}")).accepts(request);
    assertThat(PathRequests.of("/users/{id}/8/9")).rejects(request);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "path=/a/{b | Spring cannot read this pattern: ",
        "path=/a**/b{ | Spring cannot read this pattern: ",
        "path=api | A path starts with /: add it.",
        "key=cookie | 'cookie' is not a key of requests: write header:NAME",
        "limits=many | 'many' is not a limit: ",
        "fallback=many | 'many' is not a limit: ",
        "name=a:b | 'a:b' cannot be the name of a rule: ",
      })
  void wrongValue_failsTheStartWithASentence(String property, String sentence) {
    assertThat(outputOfFailedStart(() -> run(property).close()))
        .contains("APPLICATION FAILED TO START")
        .contains(PREFIX + property.substring(0, property.indexOf('=')))
        .contains(sentence);
  }

  @ParameterizedTest
  @CsvSource({"name=api, limits", "limits=3 per minute, name"})
  void rule_withoutARequiredProperty_namesTheProperty(String property, String missing) {
    assertThat(
            outputOfFailedStart(
                () -> Applications.inMemory(Nothing.class, PREFIX + property).close()))
        .contains("The property goodput.rate-limits[0].%s is missing: set it.".formatted(missing));
  }

  @Test
  void rules_inAReactiveApplication_failTheStartWithASentence() {
    assertThat(outputOfFailedStart(() -> run("path=/**", REACTIVE).close()))
        .contains("This application is reactive, and rules limit the requests of servlet");
  }

  @Test
  void reactiveApplication_withoutRules_starts() {
    try (ConfigurableApplicationContext application =
        Applications.inMemory(Nothing.class, REACTIVE)) {
      assertThat(application.isRunning()).isTrue();
    }
  }

  private static String outputOfFailedStart(ThrowingCallable start) {
    try (Output output = new Output()) {
      assertThatThrownBy(start).isInstanceOf(RuntimeException.class);
      return output.text();
    }
  }

  private static ConfigurableApplicationContext run(String property, String... others) {
    List<String> properties = new ArrayList<>(List.of(others));
    properties.add(PREFIX + property);
    for (String other : List.of("name=api", "limits=1 per day")) {
      if (!property.startsWith(other.substring(0, other.indexOf('=') + 1))) {
        properties.add(PREFIX + other);
      }
    }
    return Applications.inMemory(Nothing.class, properties.toArray(String[]::new));
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Nothing {}
}
