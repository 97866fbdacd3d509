package io.goodput.driver;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.goodput.driver", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  /** Not published: the policy that the driver has by default, and requests of its own. */
  @ArchTest
  static final ArchRule driver_dependsOnlyOnCoreAndTheDriverAndMicrometer =
      classes()
          .that()
          .resideInAnyPackage("io.goodput.driver")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.goodput.driver",
              "io.goodput.core.retry",
              "com.datastax.oss.driver.api..",
              "com.datastax.oss.driver.internal.core.adminrequest",
              "com.datastax.oss.driver.internal.core.retry",
              "io.micrometer.core.instrument..",
              "org.jspecify.annotations",
              "java..");

  /** Micrometer is optional. */
  @ArchTest
  static final ArchRule micrometer_isNeededByTheMetersOnly =
      noClasses()
          .that()
          .haveNameNotMatching(".*SessionMeters.*")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.micrometer..");
}
