package io.goodput.lab.nodes;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The allowed dependencies of this module. It knows the plug-in only as a jar. */
@AnalyzeClasses(packages = "io.goodput.lab.nodes", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule cluster_dependsOnTheJdkOnly =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("io.goodput.lab.nodes..", "java..", "javax.management..");

  @ArchTest
  static final ArchRule nodeMain_usesNoOtherPackage =
      classes()
          .that()
          .resideInAPackage("io.goodput.lab.nodes.node..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("io.goodput.lab.nodes.node..", "java..");
}
