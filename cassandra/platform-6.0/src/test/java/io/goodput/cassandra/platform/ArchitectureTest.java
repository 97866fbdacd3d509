package io.goodput.cassandra.platform;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.goodput.cassandra.platform", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  /** So it knows neither the laboratory nor another product. */
  @ArchTest
  static final ArchRule platform_knowsOnlyThePluginAndCore =
      noClasses()
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.goodput..")
                  .and(not(resideInAnyPackage("io.goodput.cassandra..", "io.goodput.core.."))));
}
