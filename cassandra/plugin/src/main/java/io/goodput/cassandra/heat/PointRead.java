package io.goodput.cassandra.heat;

import io.goodput.cassandra.request.Slot;
import java.util.Comparator;
import org.apache.cassandra.locator.Replica;

/**
 * The replicas drawn for one point read. Compares replicas: first those that were drawn, then the
 * others of this data center that are up, then all others. A request thread reuses one object for
 * all its reads.
 */
final class PointRead implements Comparator<Replica> {

  /** Where a request thread keeps its object. */
  static final Slot<PointRead> SLOT = new Slot<>();

  private static final int DRAWN = 0;
  private static final int LEFT_OUT = 1;
  private static final int ELSEWHERE = 2;

  private final ReplicaSet replicas = new ReplicaSet();
  private int drawn;

  /** The replicas to draw from. */
  ReplicaSet replicas() {
    return replicas;
  }

  /** Sets the replicas that were drawn, as bits by their index. */
  void draw(int bits) {
    drawn = bits;
  }

  @Override
  public int compare(Replica one, Replica other) {
    return rank(one) - rank(other);
  }

  private int rank(Replica replica) {
    int index = replicas.indexOf(replica.endpoint());
    if (index < 0) {
      return ELSEWHERE;
    }
    return (drawn & (1 << index)) != 0 ? DRAWN : LEFT_OUT;
  }
}
