package io.goodput.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.goodput", importOptions = DoNotIncludeTests.class)
class RoomsTest {

  @ArchTest
  static final ArchRule core_dependsOnNothingButJava =
      classes()
          .that()
          .resideInAPackage("io.goodput.core..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "io.goodput.core..");

  @ArchTest static final ArchRule time_dependsOnNoOtherRoom = standsAlone("io.goodput.core.time..");

  @ArchTest
  static final ArchRule limit_dependsOnNoOtherRoom = standsAlone("io.goodput.core.limit..");

  private static ArchRule standsAlone(String room) {
    return classes()
        .that()
        .resideInAPackage(room)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", room);
  }
}
