package io.goodput.buckets.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** The address of a client behind a proxy. */
class ForwardedTest {

  @ParameterizedTest
  @CsvSource({
    // By default, all clients of a proxy share a bucket.
    "none, 127\\.0\\.0\\.1, 7.7.7.1, 7.7.7.2, 429",
    "native, 127\\.0\\.0\\.1, 7.7.7.1, 7.7.7.2, 404",
    "native, 127\\.0\\.0\\.1, 7.7.7.1, 7.7.7.1, 429",
    // What the client claims comes before what its proxy has added.
    "native, 127\\.0\\.0\\.1, '1.1.1.1, 7.7.7.1', '2.2.2.2, 7.7.7.1', 429",
    "native, 10\\.0\\.0\\.1, 7.7.7.1, 7.7.7.2, 429",
  })
  void address_isThatOfTheClient_ifItsProxyIsTrusted(
      String strategy, String proxies, String first, String second, int status) throws Exception {
    try (ConfigurableApplicationContext application =
        Applications.inMemory(
            Nothing.class,
            "server.forward-headers-strategy=" + strategy,
            "server.tomcat.remoteip.internal-proxies=" + proxies,
            "goodput.rate-limits[0].name=address",
            "goodput.rate-limits[0].limits=1 per day")) {
      Applications.get(application, "/", "X-Forwarded-For", first);

      assertThat(Applications.get(application, "/", "X-Forwarded-For", second).statusCode())
          .isEqualTo(status);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Nothing {}
}
