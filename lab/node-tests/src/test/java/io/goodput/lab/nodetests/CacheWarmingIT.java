package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.cql.Row;
import io.goodput.lab.nodes.NodeOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import javax.management.JMException;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** The tests run in order, because each uses the state that the previous restart left. */
@DisplayName("The chunk cache after a restart")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CacheWarmingIT {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int ROWS = 200;
  private static final int HOT_ROWS = 40;
  private static final int LISTED_CHUNK_BYTES = 12;
  private static final int ROW_BYTES = 20_000;
  private static final String WARM_MESSAGE = "The chunk cache is warm";
  private static final String BEFORE_JOINING_MESSAGE = "Before joining";

  private static final NodeOptions CACHED =
      Nodes.withPlugin()
          .withSetting("file_cache_enabled", true)
          .withSetting("file_cache_size", "64MiB");

  private static final NodeOptions WARMED =
      CACHED.withGoodputYaml("heat_weighted_reads: true\nwarm_before_joining: 0s\n");

  @AutoClose private final DedicatedNode server = DedicatedNode.start(WARMED);

  @BeforeAll
  void fillCache() throws IOException, JMException {
    server.cql().run("CREATE TABLE t (k int PRIMARY KEY, v blob)");
    for (int k = 0; k < ROWS; k++) {
      server.cql().run("INSERT INTO t (k, v) VALUES (?, ?)", k, ByteBuffer.allocate(ROW_BYTES));
    }
    Jmx.flush(server.node(), "ks");
    readAll(server.cql());
  }

  @Test
  @Order(1)
  @Tag("slow")
  void restart_warmingDisabled_leavesCacheCold() throws IOException, JMException {
    restart(CACHED.withGoodputYaml("heat_weighted_reads: true\nwarm_after_restart: false\n"));

    assertThat(missesWhenReadingAll()).isGreaterThanOrEqualTo(ROWS);
    assertThat(server.logged(WARM_MESSAGE)).isEmpty();
  }

  @Test
  @Order(2)
  @Tag("slow")
  void restart_weightingDisabled_leavesCacheCold() throws IOException, JMException {
    restart(CACHED);

    assertThat(missesWhenReadingAll()).isGreaterThanOrEqualTo(ROWS);
    assertThat(server.logged(WARM_MESSAGE)).isEmpty();
  }

  @Test
  @Order(3)
  void restart_weightingEnabled_restoresCacheContent() throws IOException, JMException {
    restart(WARMED);

    awaitLogged(WARM_MESSAGE, 1);
    assertThat(chunkCache("Size")).isGreaterThan(ROWS * ROW_BYTES * 9L / 10);
    assertThat(missesWhenReadingAll()).isLessThan(ROWS / 4);
  }

  /** Observes the previous restart. */
  @Test
  @Order(4)
  void heatTable_weightingSwitchedOff_showsWarmingProgress() {
    try (Cql cql = Cql.connect(server.node(), "ks")) {
      cql.set("heat_weighted_reads", "false");
    }

    awaitHeat(
        row -> {
          assertThat(row.getDouble("warmed")).isEqualTo(1);
          assertThat(row.isNull("hit_rate")).isTrue();
        });
  }

  @Test
  @Order(5)
  @Tag("slow")
  void kill_weightingEnabled_restoresCacheContent() throws IOException, JMException {
    Path list = list();
    Files.delete(list);
    await()
        .atMost(TIMEOUT)
        .until(() -> Files.exists(list) && Files.size(list) > ROWS * LISTED_CHUNK_BYTES);
    server.node().kill();
    server.cluster().start(server.node(), WARMED);

    awaitLogged(WARM_MESSAGE, 2);
    assertThat(missesWhenReadingAll()).isLessThan(ROWS / 4);
  }

  @Test
  @Order(6)
  void restart_timeBeforeJoining_warmsCacheBeforeJoining() throws IOException, JMException {
    restart(CACHED.withGoodputYaml("heat_weighted_reads: true\nwarm_chunks_per_second: 200\n"));

    assertThat(server.logged(BEFORE_JOINING_MESSAGE))
        .singleElement()
        .asString()
        .endsWith("were read");
    assertThat(missesWhenReadingAll()).isLessThan(ROWS / 4);
  }

  @Test
  @Order(7)
  @Tag("slow")
  void restart_timeLimitBeforeJoining_continuesInBackground() throws IOException {
    restart(
        CACHED.withGoodputYaml(
            "heat_weighted_reads: true\nwarm_before_joining: 100ms\nwarm_chunks_per_second: 10\n"));

    assertThat(server.logged(BEFORE_JOINING_MESSAGE))
        .last(InstanceOfAssertFactories.STRING)
        .endsWith("the others are read in the background");
  }

  /** Observes the previous restart, after which warming takes half a minute. */
  @Test
  @Order(8)
  @Tag("slow")
  void heatTable_whileWarming_showsFillRatio() {
    awaitHeat(row -> assertThat(row.getDouble("fill_ratio")).isPositive());
  }

  /** Observes the previous restart. Reads of system tables during the start do not count. */
  @Test
  @Order(9)
  @Tag("slow")
  void heatTable_noUserReads_showsHitRateOfZero() throws IOException, JMException {
    assertThat(chunkCache("Hits")).isPositive();
    awaitHeat(
        row -> {
          assertThat(row.isNull("hit_rate")).isFalse();
          assertThat(row.getDouble("hit_rate")).isZero();
        });
  }

  @Test
  @Order(10)
  @Tag("slow")
  void restart_scanLargerThanCache_keepsHotChunks() throws IOException, JMException {
    NodeOptions small = WARMED.withSetting("file_cache_size", "35MiB");
    restartAndAwaitWarm(small);
    try (Cql cql = Cql.connect(server.node(), "ks")) {
      for (int time = 0; time < 5; time++) {
        read(cql, 0, HOT_ROWS);
      }
    }
    restartAndAwaitWarm(small);

    try (Cql cql = Cql.connect(server.node(), "ks")) {
      read(cql, HOT_ROWS, ROWS);
      long before = chunkCache("Misses");
      read(cql, 0, HOT_ROWS);
      assertThat(chunkCache("Misses") - before).isLessThan(HOT_ROWS / 4);
    }
  }

  @Test
  @Order(11)
  @Tag("slow")
  void stop_weightingDisabled_savesNoList() throws IOException {
    restart(CACHED);
    Files.delete(list());

    server.node().stop();

    assertThat(list()).doesNotExist();
  }

  private Path list() {
    return server.node().home().resolve("saved_caches").resolve("goodput-hot-chunks");
  }

  /** Awaits these properties of the node's only row in {@code goodput.heat}. */
  private void awaitHeat(Consumer<Row> properties) {
    try (Cql cql = Cql.connect(server.node(), "ks")) {
      await()
          .atMost(TIMEOUT)
          .untilAsserted(
              () ->
                  assertThat(cql.run("SELECT * FROM goodput.heat").all())
                      .singleElement()
                      .satisfies(properties));
    }
  }

  private void restartAndAwaitWarm(NodeOptions options) throws IOException {
    server.node().stop();
    int warmed = server.logged(WARM_MESSAGE).size();
    server.cluster().start(server.node(), options);
    awaitLogged(WARM_MESSAGE, warmed + 1);
  }

  private void restart(NodeOptions options) {
    server.node().stop();
    server.cluster().start(server.node(), options);
  }

  private void awaitLogged(String text, int times) {
    List<String> unused =
        await().atMost(TIMEOUT).until(() -> server.logged(text), lines -> lines.size() == times);
  }

  private long chunkCache(String metric) throws IOException, JMException {
    return Jmx.chunkCache(server.node(), metric);
  }

  private long missesWhenReadingAll() throws IOException, JMException {
    long before = chunkCache("Misses");
    try (Cql cql = Cql.connect(server.node(), "ks")) {
      readAll(cql);
    }
    return chunkCache("Misses") - before;
  }

  private static void readAll(Cql cql) {
    read(cql, 0, ROWS);
  }

  private static void read(Cql cql, int from, int to) {
    for (int k = from; k < to; k++) {
      cql.run("SELECT v FROM t WHERE k = ?", k);
    }
  }
}
