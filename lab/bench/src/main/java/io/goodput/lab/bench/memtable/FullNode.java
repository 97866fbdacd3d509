package io.goodput.lab.bench.memtable;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.TemporaryCluster;
import io.goodput.lab.bench.load.ClosedLoop;
import io.goodput.lab.bench.load.LoadClient;
import io.goodput.lab.bench.load.OpenLoop;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Requests;
import io.goodput.lab.bench.load.Summary;
import io.goodput.lab.bench.memtable.MemtableStall.Arm;
import io.goodput.lab.bench.memtable.MemtableStallResult.LoadRound;
import io.goodput.lab.nodes.NodeOptions;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** A node with slow flushes, and its client. */
final class FullNode implements AutoCloseable {

  static final int MEMTABLE_MEBIBYTES = 24;
  static final int ZSTD_LEVEL = 22;
  static final int VALUE_BYTES = 2048;

  /** Reads per second next to the writes. */
  static final int READS = 100;

  private static final int MAX_IN_FLIGHT = 4096;

  final Arm arm;
  private final TemporaryCluster cluster;
  private final LoadClient client;
  private final Requests writes;
  private final Requests reads;

  private FullNode(Arm arm, TemporaryCluster cluster) {
    this.arm = arm;
    this.cluster = cluster;
    this.client = LoadClient.connect(cluster.cluster().contactPoints());
    cluster.create(
        client.session(),
        "events (id int PRIMARY KEY, value blob) WITH compression ="
            + " {'class': 'ZstdCompressor', 'compression_level': %d}".formatted(ZSTD_LEVEL)
            + " AND compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': false}",
        "others (id int PRIMARY KEY, value int)");
    client.session().execute("INSERT INTO bench.others (id, value) VALUES (1, 1)");
    this.writes = requests("INSERT INTO bench.events (id, value) VALUES (?, ?)", rows());
    this.reads =
        requests(
            "SELECT value FROM bench.others WHERE id = ?", List.of(List.of(LoadClient.encoded(1))));
  }

  private Requests requests(String statement, List<List<ByteBuffer>> rows) {
    return client.requests(statement, DefaultConsistencyLevel.ONE, rows);
  }

  static FullNode start(Bench bench, int number, Arm arm, NodeOptions options) {
    bench.say("Starting the %s node ...", arm);
    TemporaryCluster cluster =
        bench.start(number, spec -> spec.withOptions(withSlowFlushes(options)));
    try {
      return new FullNode(arm, cluster);
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private static NodeOptions withSlowFlushes(NodeOptions options) {
    return options
        .withSetting("memtable_heap_space", MEMTABLE_MEBIBYTES + "MiB")
        .withSetting("memtable_allocation_type", "heap_buffers")
        .withSetting("memtable_flush_writers", 1)
        .withSetting("flush_compression", "table")
        // A full commit log would cause flushes too.
        .withSetting("commitlog_total_space", "2GiB")
        .withSetting("auto_snapshot", false)
        .withSetting("write_request_timeout", MemtableStall.DEADLINE.toMillis() + "ms");
  }

  private static List<List<ByteBuffer>> rows() {
    Random random = new Random(1);
    return IntStream.range(0, 20_000)
        .mapToObj(key -> List.of(LoadClient.encoded(key), value(random)))
        .toList();
  }

  /** Two random bits per byte: values compress to a quarter, slowly. */
  private static ByteBuffer value(Random random) {
    byte[] value = new byte[VALUE_BYTES];
    random.nextBytes(value);
    for (int i = 0; i < value.length; i++) {
      value[i] &= 0b11;
    }
    return ByteBuffer.wrap(value);
  }

  /** Writes per second, including the time until all writes are flushed. Empties the node. */
  double sustained(int seconds) throws InterruptedException {
    long begin = System.nanoTime();
    Summary filled = ClosedLoop.run(writes, 64, seconds).whole();
    empty();
    double nanos = System.nanoTime() - begin;
    return filled.servedPerSecond() * TimeUnit.SECONDS.toNanos(seconds) / nanos;
  }

  /** Removes all writes. Cassandra flushes them first. */
  void empty() {
    client.session().execute("TRUNCATE bench.events");
  }

  LoadRound load(double writesPerSecond, int seconds) throws InterruptedException {
    List<Recording> recordings =
        OpenLoop.run(seconds, List.of(load(writes, writesPerSecond), load(reads, READS)));
    return new LoadRound(recordings.get(0), recordings.get(1));
  }

  private static OpenLoop.Load load(Requests requests, double perSecond) {
    return new OpenLoop.Load(requests, perSecond, 0, MAX_IN_FLIGHT, MemtableStall.DEADLINE);
  }

  @Override
  public void close() {
    client.close();
    cluster.close();
  }
}
