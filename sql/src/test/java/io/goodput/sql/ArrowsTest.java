package io.goodput.sql;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.goodput.core.time.TimeSource;
import java.time.Instant;

@AnalyzeClasses(packages = "io.goodput", importOptions = DoNotIncludeTests.class)
class ArrowsTest {

  @ArchTest
  static final ArchRule sql_dependsOnCoreAndJdbcAlone =
      classes()
          .that()
          .resideInAPackage("io.goodput.sql..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.goodput.sql..", "io.goodput.core..", "java..", "javax.sql..", "org.jspecify..");

  /** A client whose clock is a day off is then like any other. */
  @ArchTest
  static final ArchRule buckets_doNotReadTheWallClock =
      noClasses()
          .that()
          .resideInAnyPackage("io.goodput.sql..", "io.goodput.core.bucket..")
          .should()
          .callMethod(TimeSource.class, "wallNanos")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(Instant.class, "now");
}
