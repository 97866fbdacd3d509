package io.goodput.bench.overload;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.goodput.bench.Bench;
import io.goodput.bench.CpuTime;
import io.goodput.bench.TemporaryCluster;
import io.goodput.bench.load.ClosedLoop;
import io.goodput.bench.load.LoadClient;
import io.goodput.bench.load.OpenLoop;
import io.goodput.bench.load.Recording;
import io.goodput.bench.load.Requests;
import io.goodput.bench.load.Summary;
import io.goodput.bench.load.WarmUp;
import io.goodput.cluster.Cluster;
import io.goodput.cluster.Node;
import io.goodput.cluster.NodeOptions;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** A cluster under test, with its client. */
final class Subject implements AutoCloseable {

  /** Each holds a replica of the partition. */
  static final int NODES = 3;

  static final int VALUE_BYTES = 50;

  private static final int PROBE_CLIENTS = 256;
  private static final int ROWS = 1000;

  /** Share of what the nodes can serve that detects recovery. */
  private static final double LIGHT = 0.2;

  private static final int GIVE_UP_SECONDS = 60;

  private final String name;
  private final TemporaryCluster cluster;
  private final LoadClient client;
  private final Requests writes;

  private Subject(String name, TemporaryCluster cluster, LoadClient client, Requests writes) {
    this.name = name;
    this.cluster = cluster;
    this.client = client;
    this.writes = writes;
  }

  static Subject start(String name, Bench bench, int number, NodeOptions options) {
    bench.say("Starting the %s nodes ...", name);
    TemporaryCluster cluster =
        bench.start(number, spec -> spec.withNodes(NODES).withOptions(options));
    try {
      LoadClient client = LoadClient.connect(cluster.cluster().contactPoints());
      return new Subject(name, cluster, client, writes(cluster.cluster(), client));
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private static Requests writes(Cluster cluster, LoadClient client) {
    CqlSession session = client.session();
    session.execute(
        "CREATE KEYSPACE bench WITH replication ="
            + " {'class': 'SimpleStrategy', 'replication_factor': %d}".formatted(NODES));
    session.execute(
        "CREATE TABLE bench.events (id int, row int, value blob, PRIMARY KEY (id, row))");
    // The driver checks schema agreement only with the nodes that it has connected to.
    cluster.awaitReady(progress -> {});
    return client.requests(
        "INSERT INTO bench.events (id, row, value) VALUES (1, ?, ?)",
        DefaultConsistencyLevel.QUORUM,
        IntStream.range(0, ROWS)
            .mapToObj(
                row ->
                    List.of(
                        ByteBuffer.allocate(Integer.BYTES).putInt(0, row),
                        ByteBuffer.allocate(VALUE_BYTES)))
            .toList());
  }

  String name() {
    return name;
  }

  /** Keeps the nodes to one core. */
  boolean pin(int core) {
    return cluster.cluster().nodes().stream()
        .allMatch(node -> pid(node) > 0 && Pinning.pin(pid(node), core));
  }

  private static long pid(Node node) {
    return node.pid().orElse(0L);
  }

  void warmUp(int maxSeconds, Consumer<String> progress) throws InterruptedException {
    WarmUp.untilStable(writes, PROBE_CLIENTS, maxSeconds, progress);
  }

  /** Requests per second that the nodes serve when they are never idle and have no queue. */
  double saturation(int seconds) throws InterruptedException {
    return ClosedLoop.run(writes, PROBE_CLIENTS, seconds).over(0, seconds).servedPerSecond();
  }

  /** CPU time of all nodes since they started. */
  Duration cpu() {
    return CpuTime.of(cluster.cluster());
  }

  OpenLoop.Load writes(double perSecond, Duration deadline) {
    return new OpenLoop.Load(writes, perSecond, 0, LoadClient.MAX_IN_FLIGHT_PER_NODE, deadline);
  }

  private Recording load(double perSecond, int seconds, Duration deadline)
      throws InterruptedException {
    return OpenLoop.run(seconds, List.of(writes(perSecond, deadline))).get(0);
  }

  /** Offers the load of a step, then waits until the nodes have recovered. */
  Step step(double perSecond, StepLengths lengths, double saturation, Duration deadline)
      throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(lengths.step());
    Recording recording = load(perSecond, lengths.step(), deadline);
    return new Step(
        perSecond, recording, lengths.settle(), recovery(end, LIGHT * saturation, deadline));
  }

  /** Seconds from {@code since} to the start of the first second that is served well. */
  private double recovery(long since, double perSecond, Duration deadline)
      throws InterruptedException {
    long giveUp = since + TimeUnit.SECONDS.toNanos(GIVE_UP_SECONDS);
    for (long begin = System.nanoTime(); begin < giveUp; begin = System.nanoTime()) {
      Summary second = load(perSecond, 1, deadline).over(0, 1);
      if (second.p99Millis() < deadline.toMillis() / 4.0) {
        return (begin - since) / (double) TimeUnit.SECONDS.toNanos(1);
      }
    }
    return Double.NaN;
  }

  @Override
  public void close() {
    client.close();
    cluster.close();
  }
}
