package io.goodput.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;

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

  @ArchTest static final ArchRule time_dependsOnNoOtherRoom = dependsOnlyOn("time");

  @ArchTest static final ArchRule limit_dependsOnTimeAlone = dependsOnlyOn("limit", "time");

  @ArchTest static final ArchRule pacing_dependsOnTimeAlone = dependsOnlyOn("pacing", "time");

  @ArchTest static final ArchRule heat_dependsOnNoOtherRoom = dependsOnlyOn("heat");

  @ArchTest static final ArchRule warming_dependsOnNoOtherRoom = dependsOnlyOn("warming");

  @ArchTest static final ArchRule bucket_dependsOnTimeAlone = dependsOnlyOn("bucket", "time");

  private static ArchRule dependsOnlyOn(String... rooms) {
    String[] packages =
        Stream.concat(Stream.of("java.."), Stream.of(rooms).map(RoomsTest::packageOf))
            .toArray(String[]::new);
    return classes()
        .that()
        .resideInAPackage(packageOf(rooms[0]))
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(packages);
  }

  private static String packageOf(String room) {
    return "io.goodput.core." + room + "..";
  }
}
