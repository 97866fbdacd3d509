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

@DisplayName("While every decision of the plug-in fails")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FailOpenIT {

  private static final String COUNTERS = "io.goodput.core.limit.PartitionCounters";

  private OneNode one;
  private Flood flood;

  @BeforeAll
  void flood(@TempDir Path classes) throws IOException {
    saveFailingCounters(classes.toFile());
    one = OneNode.start(Nodes.withPlugin().withClasspathFirst(classes));
    one.cql()
        .run(
            "CREATE TABLE t (k int PRIMARY KEY) WITH per_partition_rate_limit ="
                + " {'max_reads_per_second': 0, 'max_writes_per_second': 0}");
    SimpleStatement select = SimpleStatement.newInstance("SELECT * FROM t WHERE k = 1");
    flood = Flood.of(one.cql(), select, Duration.ofSeconds(3));
  }

  @AfterAll
  void stop() {
    one.close();
  }

  @Test
  void reads_areServed() {
    assertThat(flood.refused()).isZero();
    assertThat(flood.accepted()).isPositive();
  }

  @Test
  void batches_areServed() {
    one.cql().run("BEGIN BATCH INSERT INTO t (k) VALUES (2); APPLY BATCH");

    assertThat(one.cql().run("SELECT * FROM t WHERE k = 2").all()).hasSize(1);
  }

  @Test
  void everyFault_isCounted() throws Exception {
    assertThat((Long) Jmx.metric(one.node(), "name=Faults", "Count"))
        .isGreaterThanOrEqualTo(flood.accepted());
  }

  @Test
  void faults_areLoggedOnceASecond() throws IOException {
    assertThat(one.logged("Goodput failed while deciding on a request"))
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
          .method(nameStartsWith("admit").or(named("refuse")))
          .intercept(ExceptionMethod.throwing(IllegalStateException.class, "injected"))
          .make()
          .saveIn(folder);
    }
  }
}
