package io.goodput.buckets.postgresql;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.goodput.core.time.TimeSource;
import java.time.Instant;
import java.util.List;

@AnalyzeClasses(packages = "io.goodput.buckets.postgresql", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  private static final String OWN = "io.goodput.buckets.postgresql";
  private static final String TIME = "io.goodput.core.time";
  private static final String ARITHMETIC = "io.goodput.core.bucket";

  /** What every package may use. */
  private static final DescribedPredicate<JavaClass> JAVA_AND_THE_API =
      resideInAnyPackage(
          "java..",
          "javax.sql..",
          "org.jspecify..",
          "io.goodput.buckets",
          "io.goodput.buckets.store");

  private static final DescribedPredicate<JavaClass> NOT_API =
      resideInAnyPackage("io.goodput.core..", OWN + ".table..", OWN + ".database..");

  /** No other product, no laboratory, no leases. */
  @ArchTest
  static final ArchRule postgresql_dependsOnlyOnCoreJdbcAndTheApi = dependsOnlyOn(OWN + "..");

  @ArchTest
  static final ArchRule database_dependsOnlyOnTime =
      classes()
          .that()
          .resideInAPackage(OWN + ".database")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(OWN + ".database", TIME, "java..", "javax.sql..", "org.jspecify..");

  @ArchTest
  static final ArchRule table_dependsOnlyOnDatabase =
      dependsOnlyOn(OWN + ".table", OWN + ".database");

  @ArchTest
  static final ArchRule admin_dependsOnlyOnTableAndDatabase =
      dependsOnlyOn(OWN + ".admin", OWN + ".table", OWN + ".database");

  @ArchTest
  static final ArchRule api_exposesOnlyItsOwnTypes =
      codeUnits()
          .that()
          .arePublic()
          .and()
          .areDeclaredInClassesThat()
          .arePublic()
          .and()
          .areDeclaredInClassesThat()
          .resideInAnyPackage(OWN, OWN + ".admin")
          .should()
          .notHaveRawReturnType(NOT_API)
          .andShould()
          .notHaveRawParameterTypes(
              describe(
                  "any type outside the API",
                  (List<JavaClass> types) -> types.stream().anyMatch(NOT_API)));

  @ArchTest
  static final ArchRule time_isReadOnlyFromTheMonotonicTimeSource =
      noClasses()
          .that(resideInAPackage(OWN + ".."))
          .should()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(TimeSource.class, "wallNanos");

  private static ArchRule dependsOnlyOn(String own, String... packages) {
    return classes()
        .that()
        .resideInAPackage(own)
        .should()
        .onlyDependOnClassesThat(
            JAVA_AND_THE_API
                .or(resideInAnyPackage(own, ARITHMETIC, TIME))
                .or(resideInAnyPackage(packages)));
  }
}
