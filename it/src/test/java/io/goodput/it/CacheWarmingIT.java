package io.goodput.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.goodput.cluster.NodeOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.management.JMException;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** Each test restarts the node. */
@DisplayName("The chunk cache of a node that restarts")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CacheWarmingIT {

  private static final int ROWS = 200;
  private static final int HOT_ROWS = 40;
  private static final int BYTES_OF_A_CHUNK = 12;
  private static final int ROW_BYTES = 20_000;
  private static final String WARM = "The chunk cache is warm";
  private static final String BEFORE_JOINING = "Before joining";

  private static final NodeOptions CACHED =
      Nodes.withPlugin()
          .withSetting("file_cache_enabled", true)
          .withSetting("file_cache_size", "64MiB");

  @AutoClose private final OneNode one = OneNode.start(CACHED);

  @BeforeAll
  void readRows() throws IOException, JMException {
    one.cql().run("CREATE TABLE t (k int PRIMARY KEY, v blob)");
    for (int k = 0; k < ROWS; k++) {
      one.cql().run("INSERT INTO t (k, v) VALUES (?, ?)", k, ByteBuffer.allocate(ROW_BYTES));
    }
    Jmx.flush(one.node(), "ks");
    readAll(one.cql());
  }

  @Test
  @Order(1)
  void isLeftCold_ifWarmingIsOff() throws IOException, JMException {
    restart(CACHED.withGoodputYaml("warm_after_restart: false\n"));

    assertThat(missesOfReadingAll()).isGreaterThanOrEqualTo(ROWS);
    assertThat(one.logged(WARM)).isEmpty();
  }

  @Test
  @Order(2)
  void isFilledWithWhatItHeldBefore_withoutAnyRead() throws IOException, JMException {
    restart(CACHED);

    awaitLogged(WARM, 1);
    assertThat(chunkCache("Size")).isGreaterThan(ROWS * ROW_BYTES * 9L / 10);
    assertThat(missesOfReadingAll()).isLessThan(ROWS / 4);
  }

  /** By that restart. */
  @Test
  @Order(3)
  void isSeenToWarm_alsoWhileReadsAreNotWeighted() {
    try (Cql cql = Cql.connect(one.node(), "ks")) {
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () ->
                  assertThat(cql.run("SELECT warmed, hit_rate FROM goodput.heat").all())
                      .singleElement()
                      .satisfies(
                          row -> {
                            assertThat(row.getDouble("warmed")).isEqualTo(1);
                            assertThat(row.isNull("hit_rate")).isTrue();
                          }));
    }
  }

  @Test
  @Order(4)
  void isFilledAlsoAfterAKill() throws IOException, JMException {
    Path list = one.node().home().resolve("saved_caches").resolve("goodput-hot-chunks");
    Files.delete(list);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> Files.exists(list) && Files.size(list) > ROWS * BYTES_OF_A_CHUNK);
    one.node().kill();
    one.cluster().start(one.node(), CACHED);

    awaitLogged(WARM, 2);
    assertThat(missesOfReadingAll()).isLessThan(ROWS / 4);
  }

  @Test
  @Order(5)
  void isFilledBeforeTheNodeJoins_ifItsReadsAreWeighted() throws IOException, JMException {
    restart(CACHED.withGoodputYaml("heat_weighted_reads: true\nwarm_chunks_per_second: 200\n"));

    assertThat(one.logged(BEFORE_JOINING)).singleElement().asString().endsWith("were read");
    assertThat(missesOfReadingAll()).isLessThan(ROWS / 4);
  }

  @Test
  @Order(6)
  void isFilledForNoLongerThanIsAllowed_beforeTheNodeJoins() throws IOException {
    restart(
        CACHED.withGoodputYaml(
            "heat_weighted_reads: true\nwarm_before_joining: 100ms\nwarm_chunks_per_second: 10\n"));

    assertThat(one.logged(BEFORE_JOINING))
        .last(InstanceOfAssertFactories.STRING)
        .endsWith("the others are read in the background");
  }

  /** By that restart, after which filling takes half a minute. */
  @Test
  @Order(7)
  void countsWhatFillsIt() {
    try (Cql cql = Cql.connect(one.node(), "ks")) {
      await()
          .atMost(Duration.ofSeconds(10))
          .untilAsserted(
              () ->
                  assertThat(cql.run("SELECT fill_ratio FROM goodput.heat").all())
                      .singleElement()
                      .satisfies(row -> assertThat(row.getDouble("fill_ratio")).isPositive()));
    }
  }

  /** By that restart. What a node looks up of its own tables while it starts does not count. */
  @Test
  @Order(8)
  void isSaidToBeCold_untilUsersHaveRead() throws IOException, JMException {
    assertThat(chunkCache("Hits")).isPositive();
    try (Cql cql = Cql.connect(one.node(), "ks")) {
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () ->
                  assertThat(cql.run("SELECT hit_rate FROM goodput.heat").all())
                      .singleElement()
                      .satisfies(
                          row -> {
                            assertThat(row.isNull("hit_rate")).isFalse();
                            assertThat(row.getDouble("hit_rate")).isZero();
                          }));
    }
  }

  @Test
  @Order(9)
  void keepsWhatWasHot_whenOthersAreReadOnceThatDoNotFit() throws IOException, JMException {
    NodeOptions small = CACHED.withSetting("file_cache_size", "35MiB");
    restartAndWarm(small);
    try (Cql cql = Cql.connect(one.node(), "ks")) {
      for (int time = 0; time < 5; time++) {
        read(cql, 0, HOT_ROWS);
      }
    }
    restartAndWarm(small);

    try (Cql cql = Cql.connect(one.node(), "ks")) {
      read(cql, HOT_ROWS, ROWS);
      long before = chunkCache("Misses");
      read(cql, 0, HOT_ROWS);
      assertThat(chunkCache("Misses") - before).isLessThan(HOT_ROWS / 4);
    }
  }

  private void restartAndWarm(NodeOptions options) throws IOException {
    one.node().stop();
    int warmed = one.logged(WARM).size();
    one.cluster().start(one.node(), options);
    awaitLogged(WARM, warmed + 1);
  }

  private void restart(NodeOptions options) {
    one.node().stop();
    one.cluster().start(one.node(), options);
  }

  private void awaitLogged(String text, int times) {
    List<String> unused =
        await()
            .atMost(Duration.ofSeconds(30))
            .until(() -> one.logged(text), lines -> lines.size() == times);
  }

  private long chunkCache(String metric) throws IOException, JMException {
    return Jmx.chunkCache(one.node(), metric);
  }

  private long missesOfReadingAll() throws IOException, JMException {
    long before = chunkCache("Misses");
    try (Cql cql = Cql.connect(one.node(), "ks")) {
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
