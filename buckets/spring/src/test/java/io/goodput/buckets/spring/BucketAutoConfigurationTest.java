package io.goodput.buckets.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.buckets.BucketListener;
import io.goodput.buckets.Limit;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.Verdict;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;

class BucketAutoConfigurationTest {

  @Test
  void springBoot_hasTheVersionThatTheBuildNames() {
    assertThat(SpringBootVersion.getVersion()).isEqualTo(System.getProperty("spring-boot.version"));
  }

  @Test
  void registryOfAnotherAutoConfiguration_getsTheMeters() {
    try (ConfigurableApplicationContext application =
        new SpringApplicationBuilder(Application.class)
            .web(WebApplicationType.NONE)
            .run("--goodput.buckets.in-memory=true", "--goodput.buckets.timeout=10s")) {
      Limit limit = Limit.of(1).per(Duration.ofDays(1));
      assertThat(application.getBean(TokenBuckets.class).bucket("a", limit).tryAcquire().admitted())
          .isTrue();

      MeterRegistry registry = application.getBean(MeterRegistry.class);
      assertThat(registry.get("goodput.buckets.requests").timer().count()).isEqualTo(1);
      assertThat(registry.get("goodput.buckets.admitted").functionCounter().count()).isEqualTo(1);
    }
  }

  @Test
  void listenersOfTheApplication_hearOfCallersAsTheMetersDo() {
    try (ConfigurableApplicationContext application =
        new SpringApplicationBuilder(Application.class, Listeners.class)
            .web(WebApplicationType.NONE)
            .run("--goodput.buckets.in-memory=true", "--goodput.buckets.timeout=10s")) {
      Limit limit = Limit.of(1).per(Duration.ofDays(1));
      application.getBean(TokenBuckets.class).bucket("a", limit).tryAcquire();

      assertThat(application.getBean(Listeners.class).heard)
          .containsExactly("first a true", "second a true");
      assertThat(application.getBean(MeterRegistry.class).get("goodput.buckets.requests").timer())
          .satisfies(timer -> assertThat(timer.count()).isEqualTo(1));
    }
  }

  @ImportAutoConfiguration({BucketAutoConfiguration.class, RegistryAutoConfiguration.class})
  static class Application {}

  static class Listeners {

    private final List<String> heard = new CopyOnWriteArrayList<>();

    @Bean
    @Order(1)
    BucketListener first() {
      return listener("first");
    }

    @Bean
    @Order(2)
    BucketListener second() {
      return listener("second");
    }

    private BucketListener listener(String name) {
      return new BucketListener() {
        @Override
        public void decided(String id, long tokens, Verdict verdict) {
          heard.add("%s %s %s".formatted(name, id, verdict.admitted()));
        }
      };
    }
  }

  /** By its name, it would come after the other one. */
  @AutoConfiguration
  static class RegistryAutoConfiguration {

    @Bean
    MeterRegistry registry() {
      return new SimpleMeterRegistry();
    }
  }
}
