package io.goodput.buckets.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.goodput.buckets.Limits;
import io.goodput.buckets.TokenBuckets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class RateLimitFilterTest {

  private static final Limits ONE = Limits.parse("1 per day");

  private final TokenBuckets buckets =
      TokenBuckets.inMemory().timeout(Duration.ofSeconds(10)).open();

  @AfterEach
  void close() {
    buckets.close();
  }

  @ParameterizedTest
  @CsvSource({
    "/api/**, /api, 429",
    "/api/**, /api/v1/items, 429",
    "/api/**, /apis, 200",
    "/api, /api/v1, 200",
    "/**, /, 429"
  })
  void rule_limitsThePathsThatItMatches(String path, String requested, int status)
      throws Exception {
    RateLimitFilter filter = filter(RateLimitRule.of("r", path, RequestKey.address(), ONE));
    send(filter, requested);

    assertThat(send(filter, requested).getStatus()).isEqualTo(status);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/*", "/users/{id}", "/a/**/b", "/a?c"})
  void pathWithAnotherWildcard_isRefused(String path) {
    assertThatThrownBy(() -> RateLimitRule.of("r", path, RequestKey.address(), ONE))
        .hasMessage(
            "The path '%s' has a wildcard other than /** at its end: pass a condition instead.",
            path);
  }

  @Test
  void condition_limitsTheRequestsThatItAccepts() throws Exception {
    RateLimitFilter filter =
        filter(
            RateLimitRule.of(
                "r", request -> request.getServletPath().length() == 2, RequestKey.address(), ONE));
    send(filter, "/a");

    assertThat(send(filter, "/b").getStatus()).isEqualTo(429);
    assertThat(send(filter, "/cc").getStatus()).isEqualTo(200);
  }

  @Test
  void path_asTheKey_hasABucketForEachPath() throws Exception {
    RateLimitFilter filter = filter(RateLimitRule.of("r", "/**", RequestKey.path(), ONE));

    assertThat(send(filter, "/a").getStatus()).isEqualTo(200);
    assertThat(send(filter, "/b").getStatus()).isEqualTo(200);
    assertThat(send(filter, "/a").getStatus()).isEqualTo(429);
  }

  @Test
  void principal_asTheKey_hasABucketForEachUserAndOneForAllOthers() throws Exception {
    RateLimitFilter filter = filter(RateLimitRule.of("r", "/**", RequestKey.principal(), ONE));

    assertThat(sendAs(filter, "ann").getStatus()).isEqualTo(200);
    assertThat(sendAs(filter, "ben").getStatus()).isEqualTo(200);
    assertThat(sendAs(filter, "ann").getStatus()).isEqualTo(429);
    assertThat(send(filter, "/").getStatus()).isEqualTo(200);
    assertThat(send(filter, "/").getStatus()).isEqualTo(429);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "half of a surrogate pair: \ud800", "control: \u0000"})
  void header_withAnyText_isAKey(String text) throws Exception {
    RateLimitFilter filter =
        filter(RateLimitRule.of("r", "/**", RequestKey.parse("header:Key"), ONE));
    for (int status : List.of(200, 429)) {
      MockHttpServletRequest request = request("/");
      request.addHeader("Key", text.repeat(2_000));

      assertThat(send(filter, request).getStatus()).isEqualTo(status);
    }
  }

  @Test
  void requestThatALaterRuleRejects_costsNothingByAnEarlierRule() throws Exception {
    Limits ten = Limits.parse("10 per day");
    RateLimitFilter filter =
        filter(
            RateLimitRule.of("all", "/**", RequestKey.address(), ten),
            RateLimitRule.of("path", "/a", RequestKey.path(), ONE));
    send(filter, "/a");
    MockHttpServletResponse rejected = send(filter, "/a");
    MockHttpServletResponse other = send(filter, "/b");
    send(filter, "/a");

    assertThat(rejected.getHeader("RateLimit-Policy"))
        .isEqualTo("\"all\";q=10;w=86400, \"path\";q=1;w=86400");
    assertThat(rejected.getHeader("RateLimit")).startsWith("\"path\";r=0;t=");
    assertThat(other.getStatus()).isEqualTo(200);
    await()
        .untilAsserted(
            () -> assertThat(buckets.bucket("all:127.0.0.1", ten).peek().remaining()).isEqualTo(8));
  }

  @Test
  void requestThatALaterFilterRejects_costsNothingByAnEarlierFilter() throws Exception {
    Limits ten = Limits.parse("10 per day");
    RateLimitFilter first = filter(RateLimitRule.of("all", "/**", RequestKey.address(), ten));
    RateLimitFilter second = filter(RateLimitRule.of("path", "/a", RequestKey.path(), ONE));
    MockHttpServletResponse admitted = sendThrough(first, second, "/a");
    MockHttpServletResponse rejected = sendThrough(first, second, "/a");

    assertThat(admitted.getHeaders("RateLimit"))
        .containsExactly("\"all\";r=9;t=8640", "\"path\";r=0;t=86400");
    assertThat(rejected.getStatus()).isEqualTo(429);
    assertThat(rejected.getHeaders("RateLimit-Policy"))
        .containsExactly("\"all\";q=10;w=86400", "\"path\";q=1;w=86400");
    assertThat(rejected.getHeaders("RateLimit"))
        .singleElement()
        .asString()
        .startsWith("\"path\";r=0;t=");
    await()
        .untilAsserted(
            () -> assertThat(buckets.bucket("all:127.0.0.1", ten).peek().remaining()).isEqualTo(9));
  }

  @ParameterizedTest
  @CsvSource({"10 per day, 8640", "3 per minute, 20", "1 per hour; 1 per day, 86400"})
  void retryAfter_isWhenTheBucketHasATokenAgain(String limits, long seconds) throws Exception {
    Limits parsed = Limits.parse(limits);
    RateLimitFilter filter = filter(RateLimitRule.of("r", "/**", RequestKey.address(), parsed));
    for (long i = 0; i < parsed.all().get(0).burst(); i++) {
      send(filter, "/");
    }
    MockHttpServletResponse rejected = send(filter, "/");

    long retryAfter = Long.parseLong(String.valueOf(rejected.getHeader("Retry-After")));
    assertThat(retryAfter).isBetween(seconds - 10, seconds + 1);
    assertThat(rejected.getHeader("RateLimit")).endsWith(";r=0;t=" + retryAfter);
  }

  @Test
  void ruleWithTwoLimits_hasANameForEach() throws Exception {
    Limits two = Limits.parse("1 per second, burst 20; 1000 per day");
    RateLimitFilter filter = filter(RateLimitRule.of("r", "/**", RequestKey.address(), two));
    MockHttpServletResponse response = send(filter, "/");

    assertThat(response.getHeader("RateLimit-Policy"))
        .isEqualTo("\"r#1\";q=20;w=20, \"r#2\";q=1000;w=86400");
    assertThat(response.getHeader("RateLimit")).isEqualTo("\"r#1\";r=19;t=1, \"r#2\";r=19;t=87");
  }

  @Test
  void ruleThatThrows_costsNothingByAnEarlierRule() {
    Limits ten = Limits.parse("10 per day");
    RequestKey broken =
        request -> {
          throw new IllegalStateException("no key");
        };
    RateLimitFilter filter =
        filter(
            RateLimitRule.of("all", "/**", RequestKey.address(), ten),
            RateLimitRule.of("broken", "/**", broken, ONE));

    assertThatThrownBy(() -> send(filter, "/")).hasMessage("no key");
    await()
        .untilAsserted(
            () ->
                assertThat(buckets.bucket("all:127.0.0.1", ten).peek().remaining()).isEqualTo(10));
  }

  @Test
  void rules_withTheSameName_areRefused() {
    RateLimitRule rule = RateLimitRule.of("api", "/a", RequestKey.address(), ONE);
    RateLimitRule other = RateLimitRule.of("api", "/b", RequestKey.address(), ONE);

    assertThatThrownBy(() -> filter(rule, other))
        .hasMessage("Two rules have the name 'api' and would share buckets: rename one.");
  }

  @Test
  void requestThatNoRuleMatches_getsNoHeaders() throws Exception {
    RateLimitFilter filter = filter(RateLimitRule.of("r", "/a", RequestKey.address(), ONE));

    assertThat(send(filter, "/b").getHeaderNames()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"header:", "cookie", ""})
  void parse_ofAnUnknownKey_namesTheKnownOnes(String text) {
    assertThatThrownBy(() -> RequestKey.parse(text))
        .hasMessageContaining("write header:NAME, path, principal, or address");
  }

  @Test
  void rule_whoseLimitsChangeWhileTheBucketsAreInUse_hasTheNewOnes() throws Exception {
    send(filter(RateLimitRule.of("r", "/**", RequestKey.address(), ONE)), "/");
    Limits more = Limits.parse("1000 per second, burst 3");
    RateLimitFilter changed = filter(RateLimitRule.of("r", "/**", RequestKey.address(), more));

    await().until(() -> send(changed, "/").getStatus() == 200);
    assertThat(send(changed, "/").getHeader("RateLimit-Policy")).isEqualTo("\"r\";q=3;w=1");
  }

  private RateLimitFilter filter(RateLimitRule... rules) {
    return new RateLimitFilter(buckets, List.of(rules));
  }

  private static MockHttpServletRequest request(String path) {
    MockHttpServletRequest request = new MockHttpServletRequest("GET", path);
    request.setServletPath(path);
    return request;
  }

  private static MockHttpServletResponse send(RateLimitFilter filter, String path)
      throws Exception {
    return send(filter, request(path));
  }

  private static MockHttpServletResponse sendAs(RateLimitFilter filter, String user)
      throws Exception {
    MockHttpServletRequest request = request("/");
    request.setUserPrincipal(() -> user);
    return send(filter, request);
  }

  private static MockHttpServletResponse send(
      RateLimitFilter filter, MockHttpServletRequest request) throws Exception {
    MockHttpServletResponse response = new MockHttpServletResponse();
    filter.doFilter(request, response, new MockFilterChain());
    return response;
  }

  private static MockHttpServletResponse sendThrough(
      RateLimitFilter first, RateLimitFilter second, String path) throws Exception {
    MockHttpServletResponse response = new MockHttpServletResponse();
    first.doFilter(
        request(path),
        response,
        (request, passed) -> second.doFilter(request, passed, new MockFilterChain()));
    return response;
  }
}
