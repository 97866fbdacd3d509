package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import io.goodput.lab.nodes.NodeOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@DisplayName("A node with pace_writes that receives writes faster than it can flush them")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PacedWritesIT {

  private static final int CLIENTS = 32;
  private static final int VALUE_BYTES = 4096;
  private static final int MEMORY_MEBIBYTES = 16;

  /** Enough to fill the memtable space one and a half times. */
  private static final int WRITES = MEMORY_MEBIBYTES * 1024 * 1024 / VALUE_BYTES * 3 / 2;

  @AutoClose private final DedicatedNode server = DedicatedNode.start(withSlowFlushes());

  private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
  private final AtomicInteger accepted = new AtomicInteger();

  /** Refused writes of another client. */
  private long probes;

  private static NodeOptions withSlowFlushes() {
    return Nodes.withPlugin()
        .withGoodputYaml("pace_writes: true\n")
        .withSetting("memtable_heap_space", MEMORY_MEBIBYTES + "MiB")
        .withSetting("memtable_allocation_type", "heap_buffers")
        .withSetting("memtable_flush_writers", 1)
        .withSetting("flush_compression", "table");
  }

  @BeforeAll
  void flood() throws InterruptedException {
    server
        .cql()
        .run(
            "CREATE TABLE t (k int PRIMARY KEY, v blob)"
                + " WITH compression = {'class': 'ZstdCompressor', 'compression_level': 22}");
    flood(() -> accepted.get() < WRITES);
  }

  private void flood(BooleanSupplier isOn) throws InterruptedException {
    PreparedStatement insert = server.cql().session().prepare("INSERT INTO t (k, v) VALUES (?, ?)");
    Random random = new Random(1);
    Semaphore clients = new Semaphore(CLIENTS);
    for (int key = 0; isOn.getAsBoolean(); key++) {
      BoundStatement write = insert.bind(key, value(random)).setIdempotent(true);
      clients.acquire();
      server
          .cql()
          .session()
          .executeAsync(write)
          .whenComplete(
              (rows, error) -> {
                if (error == null) {
                  accepted.incrementAndGet();
                } else {
                  errors.add(error);
                }
                clients.release();
              });
    }
    clients.acquire(CLIENTS);
  }

  @Test
  void writes_neverBlockOnMemtableAllocation() throws Exception {
    assertThat(
            Jmx.attribute(
                server.node(),
                "org.apache.cassandra.metrics:type=MemtablePool,name=BlockedOnAllocation",
                "Count"))
        .isEqualTo(0L);
  }

  @Test
  void writes_noMemtableSpace_timeOutWithoutRetry() throws Exception {
    assertThat(errors).isNotEmpty().hasOnlyElementsOfType(WriteTimeoutException.class);
    assertThat(Jmx.metric(server.node(), "name=WritesRefusedForMemory", "Count"))
        .isEqualTo(refused());
  }

  @Test
  void writes_refused_areAnEvent() {
    await()
        .untilAsserted(
            () ->
                assertThat(server.cql().events("rejections_began"))
                    .contains(
                        "Memtables fill up faster than this node flushes them, and Goodput rejects"
                            + " some writes"));
  }

  @Test
  void memtables_showWhatWasRefused() {
    Row memtables = server.cql().run("SELECT * FROM goodput.memtables").one();

    assertThat(memtables.getString("pace_writes")).isEqualTo("true");
    assertThat(memtables.getDouble("used_ratio")).isBetween(0.0, 1.0);
    assertThat(memtables.getLong("refused")).isEqualTo(refused());
  }

  @Test
  void write_noMemtableSpace_getsReasonsInPayload() throws Exception {
    Python.install();
    String write = "INSERT INTO t (k, v) VALUES (-1, 0x00)";
    CompletableFuture<Map<String, String>> reasons =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return Python.reasons(server.node(), "ks", write);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    flood(() -> !reasons.isDone());
    probes++;

    assertThat(reasons.join())
        .containsOnlyKeys("goodput.refused", "goodput.table", "goodput.retry_after_ms")
        .containsEntry("goodput.refused", "memory")
        .containsEntry("goodput.table", "ks.t");
  }

  private long refused() {
    return errors.size() + probes;
  }

  private static ByteBuffer value(Random random) {
    byte[] value = new byte[VALUE_BYTES];
    random.nextBytes(value);
    for (int i = 0; i < value.length; i++) {
      value[i] &= 3;
    }
    return ByteBuffer.wrap(value);
  }
}
