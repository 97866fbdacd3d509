package io.goodput.lab.simulation;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.goodput.core.time.ClockRule;
import io.goodput.core.time.TimeSource;

/** The rules also hold for new packages. */
@AnalyzeClasses(packages = "io.goodput.lab.simulation", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule simulation_dependsOnCoreAndJavaAlone =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "io.goodput.core..", "io.goodput.lab.simulation..");

  @ArchTest
  static final ArchRule packages_doNotKnowEachOther =
      slices().matching("io.goodput.lab.simulation.(*)..").should().notDependOnEachOther();

  @ArchTest
  static final ArchRule whatPackagesShare_knowsNoneOfThem =
      classes()
          .that()
          .resideInAPackage("io.goodput.lab.simulation")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "io.goodput.core..", "io.goodput.lab.simulation");

  @ArchTest
  static final ArchRule clocks_areReadThroughTimeSourceAlone = ClockRule.READ_THROUGH_TIME_SOURCE;

  @ArchTest
  static final ArchRule time_isSimulated =
      noClasses().should().callMethod(TimeSource.class, "system");
}
