package io.goodput.rocksdb;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.util.List;

@AnalyzeClasses(
    packages = "io.goodput.rocksdb",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule adapter_dependsOnlyOnPacingAndRocksDb =
      classes()
          .that(not(belongToAnyOf(PacerMetrics.class)))
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.goodput.rocksdb..",
              "io.goodput.core.pacing..",
              "io.goodput.core.time..",
              "org.rocksdb..",
              "java..");

  /** Micrometer is optional. */
  @ArchTest
  static final ArchRule meters_dependOnlyOnTheApiAndMicrometer =
      classes()
          .that(belongToAnyOf(PacerMetrics.class))
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("io.goodput.rocksdb", "io.micrometer.core..", "java..");

  @ArchTest
  static final ArchRule pacing_doesNotKnowItsMeters =
      noClasses()
          .that(not(belongToAnyOf(PacerMetrics.class)))
          .should()
          .dependOnClassesThat(belongToAnyOf(PacerMetrics.class));

  @ArchTest
  static final ArchRule api_exposesNoTypesOfCore =
      codeUnits()
          .that()
          .arePublic()
          .and()
          .areDeclaredInClassesThat()
          .arePublic()
          .should()
          .notHaveRawReturnType(resideInAPackage("io.goodput.core.."))
          .andShould()
          .notHaveRawParameterTypes(
              describe(
                  "any type of core",
                  (List<JavaClass> types) ->
                      types.stream().anyMatch(resideInAPackage("io.goodput.core.."))));

  @ArchTest
  static final ArchRule time_isReadOnlyFromTimeSource =
      noClasses()
          .should()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(Instant.class, "now");
}
