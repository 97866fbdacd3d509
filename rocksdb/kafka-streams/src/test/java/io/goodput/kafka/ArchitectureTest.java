package io.goodput.kafka;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.goodput.kafka", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  /** No algorithm of the core, and nothing of Kafka Streams that may change in any version. */
  @ArchTest
  static final ArchRule stores_dependOnThePacerAndThePublicApiOfKafka =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.goodput.kafka",
              "io.goodput.rocksdb",
              "org.apache.kafka.clients.consumer",
              "org.apache.kafka.common..",
              "org.apache.kafka.streams",
              "org.apache.kafka.streams.kstream",
              "org.apache.kafka.streams.processor",
              "org.apache.kafka.streams.state",
              "org.rocksdb",
              "org.jspecify.annotations",
              "java..");
}
