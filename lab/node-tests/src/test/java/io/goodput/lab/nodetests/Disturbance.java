package io.goodput.lab.nodetests;

import io.goodput.lab.nodes.Cluster;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;

/**
 * Disturbs three nodes while clients use them.
 *
 * @param quiet how long each time without a new failure lasts at least
 * @param progress what the clients have achieved
 * @param least what they achieve at least in each of these times
 */
record Disturbance(Cluster cluster, Duration quiet, AtomicLong progress, int least) {

  /** Pauses the second node, and kills the third one, between times without a failure. */
  void pauseAndKill() {
    awaitProgress();
    cluster.node(2).suspend();
    awaitProgress();
    cluster.node(2).resume();
    awaitProgress();
    cluster.node(3).kill();
    awaitProgress();
  }

  private void awaitProgress() {
    long end = System.nanoTime() + quiet.toNanos();
    long before = progress.get();
    Awaitility.await()
        .atMost(quiet.plusSeconds(60))
        .until(() -> System.nanoTime() > end && progress.get() > before + least);
  }
}
