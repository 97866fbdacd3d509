package io.goodput.buckets.spring;

import io.goodput.buckets.BucketListener;
import io.goodput.buckets.BucketMetrics;
import io.goodput.buckets.BucketsBuilder;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.postgresql.PostgresBuckets;
import io.goodput.buckets.servlet.RateLimitFilter;
import io.goodput.buckets.servlet.RateLimitRule;
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
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/**
 * Token buckets on the application's {@code DataSource}, and the filters that use them. An
 * application replaces either with a bean of its own.
 *
 * <p>Comes after other configurations, so that it sees the {@code MeterRegistry} that they create.
 */
@AutoConfiguration
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@EnableConfigurationProperties(BucketProperties.class)
public class BucketAutoConfiguration {

  @Bean
  BackgroundInstallation bucketInstallation() {
    return new BackgroundInstallation();
  }

  @Bean
  @ConditionalOnMissingBean
  TokenBuckets tokenBuckets(
      BucketProperties properties,
      ObjectProvider<DataSource> dataSource,
      ObjectProvider<BucketListener> listeners,
      BackgroundInstallation installation) {
    BucketProperties.Buckets settings = properties.buckets();
    BucketsBuilder<?> builder =
        settings.inMemory()
            ? TokenBuckets.inMemory()
            : inDatabase(dataSource.getObject(), settings.schema());
    listeners.orderedStream().forEach(builder::listener);
    TokenBuckets buckets = builder.timeout(settings.timeout()).open();
    if (settings.install()) {
      installation.install(buckets);
    }
    return buckets;
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
    @ConditionalOnMissingBean
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

  /** The filters, in applications with servlets that register no such filter themselves. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
  @ConditionalOnClass(FilterRegistrationBean.class)
  @ConditionalOnMissingBean(
      value = RateLimitFilter.class,
      parameterizedContainer = FilterRegistrationBean.class)
  static class Filters {

    @Bean
    FilterRegistrationBean<RateLimitFilter> rateLimitFilter(
        BucketProperties properties, TokenBuckets buckets) {
      return registration(
          "rateLimitFilter", buckets, properties.rules(false), properties.filter().order());
    }

    @Bean
    FilterRegistrationBean<RateLimitFilter> rateLimitFilterOfPrincipals(
        BucketProperties properties, TokenBuckets buckets) {
      return registration(
          "rateLimitFilterOfPrincipals",
          buckets,
          properties.rules(true),
          properties.filter().orderOfPrincipals());
    }

    private static FilterRegistrationBean<RateLimitFilter> registration(
        String name, TokenBuckets buckets, List<RateLimitRule> rules, int order) {
      FilterRegistrationBean<RateLimitFilter> registration =
          new FilterRegistrationBean<>(new RateLimitFilter(buckets, rules));
      registration.setName(name);
      registration.setOrder(order);
      registration.setEnabled(!rules.isEmpty());
      return registration;
    }
  }

  /** Refuses rules that nothing would apply. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
  static class NoFilters {

    NoFilters(BucketProperties properties) {
      if (!properties.rateLimits().isEmpty()) {
        throw new InvalidConfigurationPropertyValueException(
            "goodput.rate-limits[0].name",
            properties.rateLimits().get(0).name(),
            "This application is reactive, and rules limit the requests of servlet containers only:"
                + " remove the rules, and call TokenBucket.acquireAsync in a WebFilter.");
      }
    }
  }
}
