package io.goodput.core;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.goodput.core.time.ClockRule;

/** The rules also hold for new packages. */
@AnalyzeClasses(packages = "io.goodput.core", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule core_dependsOnJavaAlone =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "io.goodput.core..");

  @ArchTest
  static final ArchRule everyClass_belongsToAPackageOfItsSubject =
      noClasses().should().resideInAPackage("io.goodput.core");

  @ArchTest
  static final ArchRule packages_dependOnNoOtherPackagesThanTimeTableAndLine =
      slices()
          .matching("io.goodput.core.(*)..")
          .should()
          .notDependOnEachOther()
          .ignoreDependency(alwaysTrue(), resideInAPackage("io.goodput.core.time.."))
          .ignoreDependency(alwaysTrue(), resideInAPackage("io.goodput.core.table.."))
          .ignoreDependency(alwaysTrue(), resideInAPackage("io.goodput.core.line.."));

  @ArchTest
  static final ArchRule clocks_areReadThroughTimeSourceAlone = ClockRule.READ_THROUGH_TIME_SOURCE;
}
