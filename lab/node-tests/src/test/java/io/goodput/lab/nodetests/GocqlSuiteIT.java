package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.lab.nodes.Cluster;
import io.goodput.lab.nodes.NodeOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Runs only with {@code -Pclient-suites}. */
@DisplayName("The tests of the Go driver gocql")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GocqlSuiteIT {

  private static final String PACKAGE = "github.com/gocql/gocql";

  /** Some of the tests know no other port. */
  private static final int PORT = 9042;

  private static final Path REPORTS = Path.of("target", "client-suites");
  private static final Duration LIMIT = Duration.ofMinutes(8);
  private static final Pattern RESULT = Pattern.compile("--- (PASS|FAIL|SKIP): (\\S+)");
  private static final Pattern END = Pattern.compile("(?m)^(ok|FAIL)\\s+" + PACKAGE);

  private Map<String, String> stock;
  private Map<String, String> guarded;

  @BeforeAll
  void runBoth() throws IOException {
    Files.createDirectories(REPORTS);
    Go.install();
    stock = results("stock", Nodes.stock());
    guarded = results("protected", Nodes.withPlugin());
  }

  @Test
  void results_withThePlugin_areThoseOfStockCassandra() {
    List<String> differences = new ArrayList<>();
    TreeSet<String> tests = new TreeSet<>(stock.keySet());
    tests.addAll(guarded.keySet());
    for (String test : tests) {
      String without = stock.getOrDefault(test, "missing");
      String with = guarded.getOrDefault(test, "missing");
      if (!without.equals(with)) {
        differences.add("%s: %s without the plug-in, %s with it".formatted(test, without, with));
      }
    }

    assertThat(differences).isEmpty();
  }

  @Test
  void results_ofStockCassandra_arePassesForTheMostPart() {
    assertThat(stock.values()).filteredOn("PASS"::equals).hasSizeGreaterThan(stock.size() * 9 / 10);
  }

  /** The result of each test, by name. */
  private static Map<String, String> results(String name, NodeOptions options) throws IOException {
    NodeOptions all =
        options
            .withSetting("user_defined_functions_enabled", true)
            .withJvmArgument("-Dcassandra.test.fail_writes_ks=test");
    Cluster cluster = Cluster.start(Nodes.on(PORT).withOptions(all));
    try {
      Command.Output run =
          Go.run(
              Go.GOCQL,
              LIMIT,
              "test",
              "-v",
              "-count=1",
              "-vet=off",
              "-timeout=" + LIMIT.toSeconds() + "s",
              "-tags=cassandra integration gocql_debug",
              PACKAGE,
              "-cluster=127.0.0.1",
              "-proto=4",
              "-gocql.timeout=60s",
              "-gocql.cversion=" + Nodes.cassandraVersion());
      String output = run.out();
      Files.writeString(REPORTS.resolve("gocql-" + name + ".log"), output);
      assertThat(output).as(run.err()).containsPattern(END).doesNotContain("panic: ");
      Map<String, String> results = new TreeMap<>();
      RESULT.matcher(output).results().forEach(it -> results.put(it.group(2), it.group(1)));
      return results;
    } finally {
      cluster.kill();
    }
  }
}
