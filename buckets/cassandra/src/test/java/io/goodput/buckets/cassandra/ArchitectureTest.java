package io.goodput.buckets.cassandra;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.goodput.buckets.cassandra", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  /** No other product, no other store, no laboratory. */
  @ArchTest
  static final ArchRule cassandra_dependsOnlyOnCoreTheDriverAndTheApi =
      classes()
          .that()
          .resideInAnyPackage("io.goodput.buckets.cassandra")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.goodput.buckets.cassandra",
              "io.goodput.buckets",
              "io.goodput.buckets.store",
              "io.goodput.core.bucket",
              "io.goodput.core.time",
              "com.datastax.oss.driver.api..",
              "java..",
              "org.jspecify..");
}
