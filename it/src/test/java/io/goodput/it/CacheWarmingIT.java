package io.goodput.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.cql.Row;
import io.goodput.cluster.NodeOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import javax.management.JMException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The chunk cache of a node that restarts")
class CacheWarmingIT {

  private static final int ROWS = 200;
  private static final int ROW_BYTES = 20_000;

  private final NodeOptions cached =
      Nodes.withPlugin().withSetting("file_cache_enabled", true).withSetting("file_cache_size", "64MiB");

  @Test
  void isFilledWithWhatItHeldBefore() throws Exception {
    try (OneNode one = OneNode.start(cached)) {
      readAll(one);
      one.node().stop();
      one.cluster().start(one.node());

      try (Cql cql = Cql.connect(one.node(), "ks")) {
        Row warmed = awaitWarm(cql);
        assertThat(warmed.getLong("warming_reads")).isGreaterThanOrEqualTo(ROWS);
      }
    }
  }

  @Test
  void isLeftAlone_whenTheListIsDamaged() throws Exception {
    try (OneNode one = OneNode.start(cached)) {
      readAll(one);
      one.node().stop();
      Path list = one.node().home().resolve("saved_caches").resolve("goodput-hot-chunks");
      assertThat(list).exists();
      Files.writeString(list, "not a list");
      one.cluster().start(one.node());

      try (Cql cql = Cql.connect(one.node(), "ks")) {
        assertThat(own(cql).getLong("warming_reads")).isZero();
        assertThat(one.logged("reading what the cache held")).hasSize(1);
      }
    }
  }

  private static void readAll(OneNode one) throws IOException, JMException {
    one.cql().run("CREATE TABLE t (k int PRIMARY KEY, v blob)");
    for (int k = 0; k < ROWS; k++) {
      one.cql().run("INSERT INTO t (k, v) VALUES (?, ?)", k, ByteBuffer.allocate(ROW_BYTES));
    }
    Jmx.invoke(
        one.node(),
        "org.apache.cassandra.db:type=StorageService",
        "forceKeyspaceFlush",
        new Object[] {"ks", new String[] {"t"}},
        new String[] {String.class.getName(), String[].class.getName()});
    for (int k = 0; k < ROWS; k++) {
      one.cql().run("SELECT v FROM t WHERE k = ?", k);
    }
  }

  private static Row awaitWarm(Cql cql) {
    return await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> own(cql), row -> row.getDouble("warmed") == 1);
  }

  private static Row own(Cql cql) {
    return cql.run("SELECT warmed, warming_reads FROM goodput.heat").one();
  }
}
