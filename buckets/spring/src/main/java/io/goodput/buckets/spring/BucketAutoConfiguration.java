package io.goodput.buckets.spring;

import io.goodput.buckets.BucketListener;
import io.goodput.buckets.BucketMetrics;
import io.goodput.buckets.BucketsBuilder;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.postgresql.PostgresBuckets;
import io.goodput.buckets.servlet.RateLimitFilter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/**
 * Token buckets on the application's {@code DataSource}, and the filter that uses them. An
 * application replaces either with a bean of its own.
 *
 * <p>Comes after other configurations, so that it sees the {@code MeterRegistry} that they create.
 */
@AutoConfiguration
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@EnableConfigurationProperties(BucketProperties.class)
public class BucketAutoConfiguration {

  /** After Spring Security, so that the user is known. */
  private static final int ORDER = 0;

  @Bean
  @ConditionalOnMissingBean
  TokenBuckets tokenBuckets(
      BucketProperties properties,
      ObjectProvider<DataSource> dataSource,
      ObjectProvider<BucketListener> listener) {
    BucketProperties.Buckets settings = properties.buckets();
    BucketsBuilder<?> builder =
        settings.inMemory()
            ? TokenBuckets.inMemory()
            : inDatabase(dataSource.getObject(), settings.schema());
    listener.ifUnique(builder::listener);
    TokenBuckets buckets = builder.timeout(settings.timeout()).open();
    return settings.install() ? buckets.install() : buckets;
  }

  private static PostgresBuckets inDatabase(DataSource pool, @Nullable String schema) {
    PostgresBuckets builder = PostgresBuckets.on(pool);
    return schema == null ? builder : builder.schema(schema);
  }

  /** Meters, if the application has a registry for them. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterRegistry.class)
  static class Meters {

    @Bean
    @ConditionalOnBean(MeterRegistry.class)
    @ConditionalOnMissingBean(BucketListener.class)
    BucketMetrics bucketMetrics(MeterRegistry registry) {
      return new BucketMetrics(registry);
    }

    @Bean
    @ConditionalOnBean(BucketMetrics.class)
    SmartInitializingSingleton bucketUsage(
        BucketMetrics metrics, ObjectProvider<TokenBuckets> buckets) {
      return () -> buckets.ifUnique(metrics::bindTo);
    }
  }

  /** The filter, in applications with servlets. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
  @ConditionalOnClass(FilterRegistrationBean.class)
  static class Filters {

    @Bean
    @ConditionalOnMissingBean
    RateLimitFilter rateLimitFilter(BucketProperties properties, TokenBuckets buckets) {
      return new RateLimitFilter(buckets, properties.rules());
    }

    @Bean
    FilterRegistrationBean<RateLimitFilter> rateLimitFilterRegistration(RateLimitFilter filter) {
      FilterRegistrationBean<RateLimitFilter> registration = new FilterRegistrationBean<>(filter);
      registration.setOrder(ORDER);
      registration.setUrlPatterns(List.of("/*"));
      return registration;
    }
  }
}
