package io.goodput.lab.bench.metastable;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.TemporaryCluster;
import io.goodput.lab.bench.load.ClosedLoop;
import io.goodput.lab.bench.load.ErrorsOnOverload;
import io.goodput.lab.bench.load.LoadClient;
import io.goodput.lab.bench.load.OpenLoop;
import io.goodput.lab.bench.load.OpenLoop.Event;
import io.goodput.lab.bench.load.OpenLoop.Load;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.RequestSource;
import io.goodput.lab.bench.load.Requests;
import io.goodput.lab.bench.load.RetriedRequests;
import io.goodput.lab.nodes.Node;
import io.goodput.lab.nodes.NodeOptions;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** A cluster under test, with its clients. */
record Subject(
    Design design,
    TemporaryCluster nodes,
    LoadClient client,
    Requests reads,
    RetriedRequests retried)
    implements AutoCloseable {

  static final int CLIENTS = 128;

  /** A prime, so that the clients send reads of each partition to all nodes in turn. */
  private static final int PARTITIONS = 4999;

  private static final int BODY_BYTES = 200;

  /** Starts one of several clusters, numbered from 0. */
  static Subject start(Design design, Bench bench, int number, NodeOptions options) {
    bench.say("Starting the %s nodes ...", design);
    TemporaryCluster nodes =
        bench.start(number, spec -> spec.withNodes(Metastable.NODES).withOptions(options));
    try {
      CqlSessionBuilder builder =
          design == Design.STOCK_BEST ? new ErrorsOnOverload() : CqlSession.builder();
      LoadClient client =
          LoadClient.connect(builder.addContactPoints(nodes.cluster().contactPoints()));
      nodes.create(client.session(), "posts (id int PRIMARY KEY, body blob)");
      fill(client.session());
      Requests reads =
          client.requests(
              "SELECT body FROM bench.posts WHERE id = ?",
              DefaultConsistencyLevel.QUORUM,
              new Random(1).ints(PARTITIONS, 0, PARTITIONS).mapToObj(Subject::key).toList());
      RetriedRequests retried = new RetriedRequests(reads, Metastable.TIMEOUT, Metastable.RETRIES);
      return new Subject(design, nodes, client, reads, retried);
    } catch (RuntimeException e) {
      nodes.close();
      throw e;
    }
  }

  private static void fill(CqlSession session) {
    PreparedStatement insert = session.prepare("INSERT INTO bench.posts (id, body) VALUES (?, ?)");
    IntStream.range(0, PARTITIONS)
        .mapToObj(id -> insert.bind(id, ByteBuffer.allocate(BODY_BYTES)))
        .parallel()
        .forEach(row -> session.execute(row.setConsistencyLevel(DefaultConsistencyLevel.ALL)));
  }

  private static List<ByteBuffer> key(int id) {
    return List.of(ByteBuffer.allocate(Integer.BYTES).putInt(0, id));
  }

  /** Requests per second that the nodes serve when they are never idle and have no queue. */
  double capacity(int seconds) throws InterruptedException {
    return ClosedLoop.run(reads, CLIENTS, seconds).over(1, seconds).servedPerSecond();
  }

  /** Offers a load, and pauses the last node meanwhile. */
  Trial pause(int round, double perSecond, RunLengths lengths) throws InterruptedException {
    Node last = nodes.cluster().node(Metastable.NODES);
    List<Event> events =
        List.of(new Event(lengths.before(), last::suspend), new Event(lengths.end(), last::resume));
    long before = retried.sent();
    Recording recording =
        OpenLoop.run(lengths.seconds(), List.of(load(retried, perSecond)), events).get(0);
    return new Trial(design, round, perSecond, retried.sent() - before, lengths, recording);
  }

  /** Offers a light load until it is served well, at most for a minute. */
  void rest(double perSecond) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    double fast = Metastable.TIMEOUT.toMillis() / 4.0;
    boolean isWell = false;
    while (!isWell && System.nanoTime() < end) {
      Recording light = OpenLoop.run(1, List.of(load(reads, perSecond))).get(0);
      isWell = light.whole().p99Millis() < fast;
    }
  }

  private static Load load(RequestSource requests, double perSecond) {
    Duration patience = Metastable.TIMEOUT.multipliedBy(1 + Metastable.RETRIES);
    return new Load(requests, perSecond, 0, LoadClient.MAX_IN_FLIGHT_PER_NODE, patience);
  }

  @Override
  public void close() {
    retried.close();
    client.close();
    nodes.close();
  }
}
