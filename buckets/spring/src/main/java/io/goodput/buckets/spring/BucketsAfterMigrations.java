package io.goodput.buckets.spring;

import io.goodput.buckets.TokenBuckets;
import java.util.Set;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDependsOnDatabaseInitializationDetector;

/**
 * Lets Spring Boot create token buckets after Flyway, Liquibase, or scripts have migrated the
 * database: Flyway refuses a schema in which others have created tables before it.
 */
final class BucketsAfterMigrations
    extends AbstractBeansOfTypeDependsOnDatabaseInitializationDetector {

  @Override
  protected Set<Class<?>> getDependsOnDatabaseInitializationBeanTypes() {
    return Set.of(TokenBuckets.class);
  }
}
