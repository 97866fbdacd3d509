package io.goodput.cassandra.fair;

import io.goodput.cassandra.request.Partition;
import io.goodput.cassandra.request.Request;
import io.goodput.core.fair.EffectiveLevel;
import io.goodput.core.fair.ProcessorUse;
import io.goodput.core.fair.ReplicaShares;
import io.goodput.core.fair.Stress;
import io.goodput.core.time.TimeSource;
import java.util.List;
import java.util.function.Consumer;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.jspecify.annotations.Nullable;

/** What a node provides to {@link FairGuard}. Thread-safe, except where it says otherwise. */
interface FairNode {

  /** The address that its clients know. */
  String address();

  /** The number of its request threads. */
  int requestThreads();

  /** The clock by which requests are timed. */
  TimeSource time();

  /** How its threads have used processors since the last call; one thread calls it. */
  ProcessorUse processors();

  /** The nodes that hold a partition. */
  List<InetAddressAndPort> replicas(Partition partition);

  /** The service level of a request's role; null if it has none. */
  @Nullable EffectiveLevel level(Request request);

  /** Hears of overloads of other nodes from now on, and tells them of this node's. */
  Consumer<Stress> exchange(ReplicaShares<InetAddressAndPort> replicas);
}
