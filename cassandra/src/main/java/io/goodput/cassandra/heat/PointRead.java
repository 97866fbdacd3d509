package io.goodput.cassandra.heat;

import java.util.Comparator;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.locator.Replica;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The point read that a request thread is carrying out, and room for the choice of its replicas.
 * Belongs to that thread, which uses it for one read after the other. Compares replicas: those that
 * were drawn come first, then the others of this data centre that are up, then all else.
 */
final class PointRead implements Comparator<Replica> {

  private static final int DRAWN = 0;
  private static final int LEFT_OUT = 1;
  private static final int ELSEWHERE = 2;

  private final ReplicaSet replicas = new ReplicaSet();
  private @Nullable TableMetadata table;
  private @Nullable ConsistencyLevel consistency;
  private int drawn;

  void begin(TableMetadata of, ConsistencyLevel at) {
    table = of;
    consistency = at;
  }

  void end() {
    table = null;
  }

  /** What it reads; null between two reads. */
  @Nullable TableMetadata table() {
    return table;
  }

  @Nullable ConsistencyLevel consistency() {
    return consistency;
  }

  /** To be filled. */
  ReplicaSet replicas() {
    return replicas;
  }

  /** Compares by this draw from now on. */
  void drawn(int bits) {
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
