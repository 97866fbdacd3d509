package io.goodput.lab.bench.overload;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.CpuTime;
import io.goodput.lab.bench.TemporaryCluster;
import io.goodput.lab.bench.load.ClosedLoop;
import io.goodput.lab.bench.load.ErrorsOnOverload;
import io.goodput.lab.bench.load.LoadClient;
import io.goodput.lab.bench.load.OpenLoop;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Requests;
import io.goodput.lab.nodes.NodeOptions;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** A cluster under test, with its client. */
record Subject(Arm arm, TemporaryCluster nodes, LoadClient client, Requests writes)
    implements AutoCloseable {

  /** Counts from the intended send time. */
  static final Duration DEADLINE = Duration.ofMillis(500);

  static final int PROBE_CLIENTS = 256;

  static Subject start(Arm arm, Bench bench, int number, NodeOptions options) {
    bench.say("Starting the %s nodes ...", arm);
    TemporaryCluster nodes = bench.start(number, spec -> spec.withNodes(3).withOptions(options));
    try {
      CqlSessionBuilder builder = arm == Arm.TUNED ? new ErrorsOnOverload() : CqlSession.builder();
      LoadClient client =
          LoadClient.connect(builder.addContactPoints(nodes.cluster().contactPoints()));
      nodes.create(client.session(), "events (id int, row int, value blob, PRIMARY KEY (id, row))");
      return new Subject(arm, nodes, client, writes(client));
    } catch (RuntimeException e) {
      nodes.close();
      throw e;
    }
  }

  private static Requests writes(LoadClient client) {
    ByteBuffer value = ByteBuffer.allocate(50);
    return client.requests(
        "INSERT INTO bench.events (id, row, value) VALUES (1, ?, ?)",
        DefaultConsistencyLevel.QUORUM,
        IntStream.range(0, 1000)
            .mapToObj(row -> List.of(ByteBuffer.allocate(Integer.BYTES).putInt(0, row), value))
            .toList());
  }

  /** Requests per second that the nodes serve when they are never idle and have no queue. */
  double saturation(int seconds) throws InterruptedException {
    return ClosedLoop.run(writes, PROBE_CLIENTS, seconds).whole().servedPerSecond();
  }

  /** CPU time of all nodes since they started. */
  Duration cpu() {
    return CpuTime.of(nodes.cluster());
  }

  OpenLoop.Load load(double perSecond) {
    return new OpenLoop.Load(writes, perSecond, 0, LoadClient.MAX_IN_FLIGHT_PER_NODE, DEADLINE);
  }

  /** Offers a load, then a light load until the nodes have recovered. Both are per second. */
  Step step(double perSecond, double light, StepLengths lengths) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(lengths.step());
    Recording recording = run(lengths.step(), perSecond);
    return new Step(arm, perSecond, recording, lengths.settle(), recoverySeconds(end, light));
  }

  /** Seconds from {@code since} to the start of the first second that is served well. */
  private double recoverySeconds(long since, double light) throws InterruptedException {
    long giveUp = since + TimeUnit.MINUTES.toNanos(1);
    for (long begin = System.nanoTime(); begin < giveUp; begin = System.nanoTime()) {
      if (run(1, light).whole().p99Millis() < DEADLINE.toMillis() / 4.0) {
        return (begin - since) / (double) TimeUnit.SECONDS.toNanos(1);
      }
    }
    return Double.NaN;
  }

  private Recording run(int seconds, double perSecond) throws InterruptedException {
    return OpenLoop.run(seconds, List.of(load(perSecond))).get(0);
  }

  @Override
  public void close() {
    client.close();
    nodes.close();
  }
}
