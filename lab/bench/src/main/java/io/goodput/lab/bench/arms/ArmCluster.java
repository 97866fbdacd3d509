package io.goodput.lab.bench.arms;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.CpuTime;
import io.goodput.lab.bench.TemporaryCluster;
import io.goodput.lab.bench.load.ClosedLoop;
import io.goodput.lab.bench.load.ErrorsOnOverload;
import io.goodput.lab.bench.load.LoadClient;
import io.goodput.lab.bench.load.OpenLoop;
import io.goodput.lab.bench.load.OpenLoop.Load;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Requests;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A cluster of an arm with its client. */
public record ArmCluster(
    Arm arm, TemporaryCluster nodes, LoadClient client, Requests requests, Duration deadline)
    implements AutoCloseable {

  /** Starts one of several clusters, numbered from 0, and waits until it answers. */
  static ArmCluster start(Bench bench, int number, Arm arm, Setup setup) {
    bench.say("Starting the %s nodes ...", arm);
    TemporaryCluster nodes =
        bench.start(
            number,
            spec -> spec.withNodes(ArmClusters.NODES).withOptions(setup.options(arm, bench)));
    try {
      // Tuned clients learn of the overload, instead of a node that reads no more from them.
      CqlSessionBuilder builder = arm == Arm.TUNED ? new ErrorsOnOverload() : CqlSession.builder();
      LoadClient client =
          LoadClient.connect(builder.addContactPoints(nodes.cluster().contactPoints()));
      Requests requests = setup.requests().apply(nodes, client);
      return new ArmCluster(arm, nodes, client, requests, setup.deadline());
    } catch (RuntimeException e) {
      nodes.close();
      throw e;
    }
  }

  /** Requests per second that the nodes serve when they are never idle and have no queue. */
  public double capacity(int clients, int seconds) throws InterruptedException {
    return ClosedLoop.run(requests, clients, seconds).over(1, seconds).servedPerSecond();
  }

  /** CPU time of all nodes since they started. */
  public Duration cpu() {
    return CpuTime.of(nodes.cluster());
  }

  public Load load(double perSecond) {
    return new Load(requests, perSecond, 0, LoadClient.MAX_IN_FLIGHT_PER_NODE, deadline);
  }

  /** Offers requests in an open loop. */
  public Recording offer(double perSecond, int seconds) throws InterruptedException {
    return OpenLoop.run(seconds, List.of(load(perSecond))).get(0);
  }

  /**
   * Offers a light load until it is served well: the p99 of a second is below a quarter of the
   * deadline. Returns the seconds from {@code since} to the start of that second; NaN if none came
   * within a minute.
   */
  public double secondsUntilWell(long since, double light) throws InterruptedException {
    long giveUp = since + TimeUnit.MINUTES.toNanos(1);
    for (long begin = System.nanoTime(); begin < giveUp; begin = System.nanoTime()) {
      if (offer(light, 1).whole().p99Millis() < deadline.toMillis() / 4.0) {
        return (begin - since) / (double) TimeUnit.SECONDS.toNanos(1);
      }
    }
    return Double.NaN;
  }

  @Override
  public void close() {
    client.close();
    nodes.close();
  }
}
