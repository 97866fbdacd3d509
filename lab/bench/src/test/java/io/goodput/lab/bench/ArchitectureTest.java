package io.goodput.lab.bench;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.goodput.lab.bench", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule benchmarks_doNotKnowEachOther =
      slices()
          .matching("io.goodput.lab.bench.(*)..")
          .should()
          .notDependOnEachOther()
          .ignoreDependency(alwaysTrue(), resideInAnyPackage("..arms..", "..load..", "..report.."))
          .ignoreDependency(resideInAnyPackage("..command.."), alwaysTrue());

  @ArchTest
  static final ArchRule whatBenchmarksShare_knowsNoBenchmark =
      noClasses()
          .that()
          .resideInAnyPackage("..bench.arms..", "..bench.load..", "..bench.report..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "..bench.accuracy..",
              "..bench.coldcache..",
              "..bench.hotpartition..",
              "..bench.metastable..",
              "..bench.neighbor..",
              "..bench.overload..",
              "..bench.tokenbucket..",
              "..bench.writestall..");
}
