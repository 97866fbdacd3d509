package io.goodput.it;

import static net.bytebuddy.matcher.ElementMatchers.nameStartsWith;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.implementation.ExceptionMethod;
import net.bytebuddy.pool.TypePool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A node on which every limit decision throws an exception")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FailOpenIT {

  private static final String COUNTERS = "io.goodput.core.limit.PartitionCounters";

  private DedicatedNode server;
  private Flood flood;

  @BeforeAll
  void flood(@TempDir Path classes) throws IOException {
    saveFailingCounters(classes.toFile());
    server = DedicatedNode.start(Nodes.withPlugin().withClasspathFirst(classes));
    server.cql().run("CREATE TABLE t (k int PRIMARY KEY) WITH " + RateLimit.of(0, 0));
    SimpleStatement select = SimpleStatement.newInstance("SELECT * FROM t WHERE k = 1");
    flood = Flood.run(server.cql(), select, Duration.ofSeconds(3));
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @Test
  void reads_limitOfZero_areServed() {
    assertThat(flood.rejected()).isZero();
    assertThat(flood.accepted()).isPositive();
  }

  @Test
  void batch_limitOfZero_isApplied() {
    server.cql().run("BEGIN BATCH INSERT INTO t (k) VALUES (2); APPLY BATCH");

    assertThat(server.cql().run("SELECT * FROM t WHERE k = 2").all()).hasSize(1);
  }

  @Test
  void faults_allRequests_areCounted() throws Exception {
    assertThat((Long) Jmx.metric(server.node(), "name=Faults", "Count"))
        .isGreaterThanOrEqualTo(flood.accepted());
  }

  @Test
  void faults_flood_areLoggedOncePerSecond() throws IOException {
    assertThat(server.logged("Goodput failed while deciding on a request"))
        .hasSizeBetween(1, (int) flood.seconds() + 2);
  }

  private static void saveFailingCounters(File folder) throws IOException {
    try (ClassFileLocator plugin = ClassFileLocator.ForJarFile.of(Nodes.plugin().toFile());
        ClassFileLocator locator =
            new ClassFileLocator.Compound(
                plugin, ClassFileLocator.ForClassLoader.ofPlatformLoader())) {
      TypeDescription counters = TypePool.Default.of(locator).describe(COUNTERS).resolve();
      new ByteBuddy()
          .redefine(counters, locator)
          .method(nameStartsWith("admit").or(named("reject")))
          .intercept(ExceptionMethod.throwing(IllegalStateException.class, "injected"))
          .make()
          .saveIn(folder);
    }
  }
}
