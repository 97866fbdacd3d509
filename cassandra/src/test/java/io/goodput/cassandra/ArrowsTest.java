package io.goodput.cassandra;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.goodput", importOptions = ImportOption.DoNotIncludeTests.class)
class ArrowsTest {

  @ArchTest
  static final ArchRule plugin_depends_on_core_and_on_what_a_node_brings =
      classes()
          .that()
          .resideInAPackage("io.goodput.cassandra..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.goodput.cassandra..",
              "io.goodput.core..",
              "org.apache.cassandra..",
              "com.codahale.metrics..",
              "com.google.common.hash..",
              "com.github.benmanes.caffeine..",
              "org.slf4j..",
              "org.yaml.snakeyaml..",
              "org.objectweb.asm..",
              "net.bytebuddy.agent..",
              "org.jspecify..",
              "java..");

  @ArchTest
  static final ArchRule rooms_of_the_plugin_are_free_of_cycles =
      slices().matching("io.goodput.cassandra.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule rooms_do_not_know_how_they_are_put_together =
      noClasses()
          .that()
          .resideInAPackage("io.goodput.cassandra.*")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.goodput.cassandra");

  @ArchTest
  static final ArchRule only_settings_read_files =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.goodput.cassandra.settings")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.nio.file", "org.yaml..");
}
