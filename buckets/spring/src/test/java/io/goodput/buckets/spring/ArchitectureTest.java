package io.goodput.buckets.spring;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = {"io.goodput.buckets.spring", "io.goodput.buckets.servlet"},
    importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  /** No other product, no other store, no laboratory. */
  @ArchTest
  static final ArchRule spring_dependsOnlyOnSpringServletsAndBuckets =
      classes()
          .that()
          .resideInAnyPackage("io.goodput.buckets.spring", "io.goodput.buckets.servlet")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.goodput.buckets.spring",
              "io.goodput.buckets.servlet",
              "io.goodput.buckets",
              "io.goodput.buckets.postgresql",
              "io.micrometer.core..",
              "jakarta.servlet..",
              "java..",
              "javax.sql..",
              "org.jspecify..",
              "org.springframework..");
}
