package io.goodput.cassandra.transaction;

import io.goodput.cassandra.platform.Platform;
import io.goodput.core.line.Slots;
import io.goodput.core.time.Nanos;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.dht.Murmur3Partitioner.LongToken;
import org.apache.cassandra.gms.FailureDetector;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.locator.Replica;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.FBUtilities;
import org.jspecify.annotations.Nullable;

/**
 * Finds the home of a key: its first replica of this data center that is up, and that answers.
 * Nodes that disagree on it lose time only. Thread-safe.
 */
final class Homes {

  /** After this time, a node that has not answered is asked again: it may have the plug-in now. */
  private static final long MUTE_NANOS = 30 * Nanos.PER_SECOND;

  /** How often a node is asked until it is taken not to answer. */
  private static final int MOST_QUESTIONS = 4;

  /**
   * Questions without an answer.
   *
   * @param since the time of the first one
   */
  private record Unanswered(long since, int questions) {

    Unanswered andOne() {
      return new Unanswered(since, questions + 1);
    }
  }

  private final ConcurrentMap<InetAddressAndPort, Unanswered> unanswered =
      new ConcurrentHashMap<>();

  /** The home of a key; null if it has none. */
  @Nullable InetAddressAndPort of(TransactionKey key, long now) {
    Platform platform = Platform.ofThisNode();
    TableMetadata table = platform.schema().getTableMetadata(key.table());
    if (table == null || !(table.partitioner.getMinimumToken() instanceof LongToken)) {
      return null;
    }
    String here = DatabaseDescriptor.getLocalDataCenter();
    for (Replica replica : platform.replicas(table.keyspace, new LongToken(key.token()))) {
      InetAddressAndPort node = replica.endpoint();
      if (here.equals(platform.dataCenter(node))
          && (isHere(node) || (FailureDetector.instance.isAlive(node) && !isMute(node, now)))) {
        return node;
      }
    }
    return null;
  }

  boolean isHere(InetAddressAndPort node) {
    return node.equals(FBUtilities.getBroadcastAddressAndPort());
  }

  private boolean isMute(InetAddressAndPort node, long now) {
    Unanswered all = unanswered.get(node);
    if (all == null || all.questions < MOST_QUESTIONS || now - all.since < Slots.SILENCE_NANOS) {
      return false;
    }
    return now - all.since < MUTE_NANOS || !unanswered.remove(node, all);
  }

  void asked(InetAddressAndPort node, long now) {
    if (!isHere(node)) {
      unanswered.compute(
          node, (unused, all) -> all == null ? new Unanswered(now, 1) : all.andOne());
    }
  }

  void heard(InetAddressAndPort node) {
    unanswered.remove(node);
  }
}
