package io.goodput.cassandra;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.goodput.cassandra.feature.Feature;
import io.goodput.cassandra.request.RequestClock;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.cassandra.utils.MonotonicClock;

/** Which packages of the plug-in may use which, and which libraries. */
@AnalyzeClasses(packages = "io.goodput.cassandra", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  private static final String ROOT = "io.goodput.cassandra";

  /** Each package that features share, and the packages that it may use. */
  private static final Map<String, Set<String>> SHARED =
      Map.ofEntries(
          Map.entry("fault", Set.of()),
          Map.entry("platform", Set.of()),
          Map.entry("processor", Set.of()),
          Map.entry("request", Set.of("fault", "platform")),
          Map.entry("exchange", Set.of("fault")),
          Map.entry("own", Set.of("fault", "platform")),
          Map.entry("settings", Set.of("request")),
          Map.entry("view", Set.of("platform", "request")),
          Map.entry("feature", Set.of("own", "request", "settings", "view")),
          Map.entry("event", Set.of("feature", "request", "view")));

  /** Each other package, and which it may use besides the shared ones. */
  private static final Map<String, Set<String>> ALLOWED =
      Map.ofEntries(
          Map.entry("arrival", Set.of()),
          Map.entry("option", Set.of()),
          Map.entry("warming", Set.of()),
          Map.entry("node", Set.of()),
          Map.entry("watch", Set.of()),
          Map.entry("level", Set.of()),
          Map.entry("deadline", Set.of("level")),
          Map.entry("fair", Set.of("level")),
          Map.entry("transaction", Set.of()),
          Map.entry("yield", Set.of()),
          Map.entry("runaway", Set.of("watch")),
          Map.entry("limit", Set.of("option")),
          Map.entry("override", Set.of("limit")),
          Map.entry("coalesce", Set.of("limit", "option")),
          Map.entry("hot", Set.of("limit", "watch")),
          Map.entry("heat", Set.of("warming")));

  @ArchTest
  static void packages_useOnlyThePackagesThatTheyMay(JavaClasses classes) {
    Map<String, Set<String>> used = new TreeMap<>();
    for (JavaClass origin : classes) {
      String name = packageOf(origin);
      if (name.isEmpty()) {
        continue;
      }
      Set<String> others = used.computeIfAbsent(name, added -> new TreeSet<>());
      origin.getDirectDependenciesFromSelf().stream()
          .map(dependency -> dependency.getTargetClass())
          .filter(target -> target.getPackageName().startsWith(ROOT))
          .map(ArchitectureTest::packageOf)
          .filter(other -> !other.equals(name))
          .forEach(others::add);
    }
    assertThat(used.keySet()).isEqualTo(union(SHARED.keySet(), ALLOWED.keySet()));
    used.forEach((name, others) -> assertThat(allowed(name)).as(name).containsAll(others));
  }

  private static Set<String> allowed(String name) {
    return SHARED.containsKey(name)
        ? SHARED.getOrDefault(name, Set.of())
        : union(SHARED.keySet(), ALLOWED.getOrDefault(name, Set.of()));
  }

  private static Set<String> union(Set<String> some, Set<String> others) {
    Set<String> all = new TreeSet<>(some);
    all.addAll(others);
    return all;
  }

  @ArchTest
  static void features_areEachAloneInTheirPackage(JavaClasses classes) {
    assertThat(
            classes.stream()
                .filter(candidate -> candidate.isAssignableTo(Feature.class))
                .filter(candidate -> !candidate.isInterface())
                .map(ArchitectureTest::packageOf))
        .doesNotHaveDuplicates()
        .hasSizeGreaterThan(10);
  }

  /** Empty for the classes that put the packages together, which no package may use. */
  private static String packageOf(JavaClass of) {
    String name = of.getPackageName();
    return name.equals(ROOT) ? "" : name.substring(ROOT.length() + 1);
  }

  @ArchTest
  static final ArchRule plugin_dependsOnCoreAndOnWhatANodeProvides =
      classes()
          .that()
          .resideInAPackage(ROOT + "..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              ROOT + "..",
              "io.goodput.core..",
              "org.apache.cassandra..",
              "com.codahale.metrics..",
              "com.google.common.collect..",
              "com.google.common.hash..",
              "io.netty..",
              "com.github.benmanes.caffeine..",
              "org.antlr.runtime..",
              "org.slf4j..",
              "org.yaml.snakeyaml..",
              "org.jspecify..",
              "java..");

  @ArchTest
  static final ArchRule time_isReadThroughCoreOnly =
      noClasses()
          .should()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(java.time.Clock.class);

  @ArchTest
  static final ArchRule cassandrasClocks_areReadByTheRequestClockOnly =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName(RequestClock.class.getName())
          .should()
          .dependOnClassesThat()
          .areAssignableTo(MonotonicClock.class);

  @ArchTest
  static final ArchRule files_areReadBySettingsWarmingAndProcessorsOnly =
      noClasses()
          .that()
          .resideOutsideOfPackages(ROOT + ".settings", ROOT + ".warming", ROOT + ".processor")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.nio.file", "org.yaml..", "org.apache.cassandra.io.util");

  @ArchTest
  static final ArchRule onlyRequests_useAThreadLocal =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOT + ".request")
          .should()
          .dependOnClassesThat()
          .areAssignableTo(ThreadLocal.class);
}
