package io.goodput.lab.nodetests;

import static org.awaitility.Awaitility.await;

import io.goodput.lab.nodes.Node;
import java.io.IOException;
import java.time.Duration;
import javax.management.JMException;

/** The hints that a coordinator stores for replicas that do not acknowledge a write. */
final class Hints {

  /** Longer than the write timeout, after which a coordinator stores a hint. */
  private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(3);

  private Hints() {}

  /** The number of hints that the node has stored since it started. */
  static long stored(Node node) throws IOException, JMException {
    return (long)
        Jmx.attribute(node, "org.apache.cassandra.metrics:type=Storage,name=TotalHints", "Count");
  }

  /** Asserts that the coordinator stores no hint for these writes. */
  static void assertNoneStored(Node coordinator, Runnable writes) throws IOException, JMException {
    long before = stored(coordinator);

    writes.run();

    await()
        .during(WRITE_TIMEOUT)
        .atMost(WRITE_TIMEOUT.multipliedBy(4))
        .until(() -> stored(coordinator) == before);
  }
}
