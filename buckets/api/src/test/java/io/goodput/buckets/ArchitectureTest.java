package io.goodput.buckets;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.goodput.buckets.store.BucketStore;
import io.goodput.core.time.TimeSource;
import java.time.Instant;
import java.util.List;
import java.util.Set;

@AnalyzeClasses(packages = "io.goodput", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  private static final String TIME = "io.goodput.core.time";
  private static final String ARITHMETIC = "io.goodput.core.bucket";

  /** Types of the API that all packages may use. They depend on nothing but Java and limits. */
  private static final Set<Class<?>> CONTRACTS =
      Set.of(
          TokenBucket.class,
          Verdict.class,
          Reason.class,
          Reservation.class,
          RefusedException.class,
          BucketListener.class,
          BucketException.class,
          StoreException.class);

  private static final DescribedPredicate<JavaClass> ARE_CONTRACTS =
      describe(
          "are contracts of the API",
          type ->
              CONTRACTS.stream()
                  .anyMatch(
                      contract ->
                          (type.getBaseComponentType().getName() + "$")
                              .startsWith(contract.getName() + "$")));

  private static final DescribedPredicate<JavaClass> NOT_API =
      resideInAnyPackage(
              "io.goodput.core..", "io.goodput.buckets.lease..", "io.goodput.buckets.store..")
          .and(DescribedPredicate.not(equivalentTo(BucketStore.class)));

  /** No database, no other product, no laboratory. */
  @ArchTest
  static final ArchRule buckets_dependOnlyOnCore =
      classes()
          .that()
          .resideInAPackage("io.goodput.buckets..")
          .and()
          .doNotBelongToAnyOf(BucketMetrics.class)
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(
                      "io.goodput.buckets..", ARITHMETIC, TIME, "java..", "org.jspecify..")
                  .and(DescribedPredicate.not(resideInAPackage("java.sql.."))));

  /** Micrometer is optional. */
  @ArchTest
  static final ArchRule meters_dependOnlyOnTheApiAndMicrometer =
      classes()
          .that()
          .belongToAnyOf(BucketMetrics.class)
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage("io.micrometer.core..", "java..")
                  .or(ARE_CONTRACTS)
                  .or(equivalentTo(BucketMetrics.class))
                  .or(equivalentTo(TokenBuckets.class))
                  .or(equivalentTo(Usage.class)));

  @ArchTest
  static final ArchRule contracts_dependOnNothingButJavaAndLimits =
      classes()
          .that(ARE_CONTRACTS)
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage("java..", "org.jspecify..")
                  .or(ARE_CONTRACTS)
                  .or(equivalentTo(Limit.class))
                  .or(equivalentTo(Limits.class)));

  @ArchTest
  static final ArchRule store_dependsOnlyOnCore =
      dependsOnlyOn("io.goodput.buckets.store", ARITHMETIC, TIME);

  @ArchTest
  static final ArchRule lease_dependsOnlyOnCoreAndTheStore =
      dependsOnlyOn("io.goodput.buckets.lease", "io.goodput.buckets.store", ARITHMETIC, TIME);

  @ArchTest
  static final ArchRule api_exposesOnlyItsOwnTypes =
      codeUnits()
          .that()
          .arePublic()
          .and()
          .areDeclaredInClassesThat()
          .arePublic()
          .and()
          .areDeclaredInClassesThat()
          .resideInAPackage("io.goodput.buckets")
          .should()
          .notHaveRawReturnType(NOT_API)
          .andShould()
          .notHaveRawParameterTypes(
              describe(
                  "any type outside the API",
                  (List<JavaClass> types) -> types.stream().anyMatch(NOT_API)));

  @ArchTest
  static final ArchRule time_isReadOnlyFromTimeSource =
      noClasses()
          .that()
          .resideInAPackage("io.goodput.buckets..")
          .should()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(Instant.class, "now");

  /** A client with a wrong wall clock therefore works like any other. */
  @ArchTest
  static final ArchRule buckets_doNotReadTheWallClock =
      noClasses()
          .that()
          .resideInAnyPackage("io.goodput.buckets..", "io.goodput.core.bucket..")
          .should()
          .callMethod(TimeSource.class, "wallNanos");

  private static ArchRule dependsOnlyOn(String own, String... packages) {
    return classes()
        .that()
        .resideInAPackage(own)
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(packages)
                .or(resideInAnyPackage(own, "java..", "org.jspecify.."))
                .or(ARE_CONTRACTS));
  }
}
