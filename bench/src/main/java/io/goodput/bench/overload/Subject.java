package io.goodput.bench.overload;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.goodput.bench.BenchException;
import io.goodput.bench.CpuTime;
import io.goodput.bench.OwnCluster;
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
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** A cluster that is overloaded, with its client. */
final class Subject implements AutoCloseable {

  /** Each has a replica of the partition. */
  static final int NODES = 3;

  static final int VALUE_BYTES = 50;

  private static final int PROBE_CLIENTS = 256;
  private static final int ROWS = 1000;

  /** Part of what the nodes can serve, by which recovery is told. */
  private static final double LIGHT = 0.2;

  private static final int GIVE_UP_SECONDS = 60;

  private final String name;
  private final OwnCluster cluster;
  private final LoadClient client;
  private final Requests writes;

  private Subject(String name, OwnCluster cluster, LoadClient client, Requests writes) {
    this.name = name;
    this.cluster = cluster;
    this.client = client;
    this.writes = writes;
  }

  static Subject start(
      String name,
      Path cassandraLib,
      int port,
      int heapMegabytes,
      NodeOptions options,
      Consumer<String> progress) {
    progress.accept("Starting the %s nodes on port %d ...".formatted(name, port));
    OwnCluster cluster =
        OwnCluster.start(
            cassandraLib,
            spec ->
                spec.withNodes(NODES)
                    .withNativePort(port)
                    .withHeapMegabytes(heapMegabytes)
                    .withOptions(options),
            progress);
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
    // The driver asks for agreement only those nodes that it has connected to by now.
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

  /** Requests a second that the nodes serve when they are never idle and never have a queue. */
  double saturation(int seconds) throws InterruptedException {
    return ClosedLoop.run(writes, PROBE_CLIENTS, seconds).over(0, seconds).servedPerSecond();
  }

  /** CPU time that the nodes have used. */
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

  /** Offers a step's load, then waits until the nodes are themselves again. */
  Step step(double perSecond, Lengths lengths, double saturation, Duration deadline)
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
    try {
      client.close();
    } catch (RuntimeException e) {
      throw new BenchException("Cannot close the client: " + e.getMessage() + ".", e);
    } finally {
      cluster.close();
    }
  }
}
