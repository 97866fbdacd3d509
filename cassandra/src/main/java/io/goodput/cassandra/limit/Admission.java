package io.goodput.cassandra.limit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.jspecify.annotations.Nullable;

/**
 * A request that its coordinator lets through: for good, or for the replicas to decide on.
 *
 * <p>Belongs to the request's thread, but for {@link #refuse}.
 */
public final class Admission {

  /** Stands for an admission that replicas need not decide on. */
  public static final double DECIDED = -1;

  private final Series series;
  private final double random;
  private final Set<Contact> contacted = new HashSet<>(4);
  private final List<Sent> sent = new ArrayList<>(4);
  private volatile boolean refused;

  private Admission(Series series, double random) {
    this.series = series;
    this.random = random;
  }

  static Admission decided(Series series) {
    return new Admission(series, DECIDED);
  }

  static Admission joint(Series series, double random) {
    return new Admission(series, random);
  }

  /** Whether the replicas decide. */
  public boolean isJoint() {
    return random != DECIDED;
  }

  /** The random number that the replicas decide with, in [0, 1); or {@link #DECIDED}. */
  public double random() {
    return random;
  }

  /** The kind of operation that was admitted. */
  public Kind kind() {
    return series.kind();
  }

  /** Whether the replica has not been asked for the partition yet; notes that it has been now. */
  public boolean isFirst(InetAddressAndPort replica, @Nullable DecoratedKey key) {
    return contacted.add(new Contact(replica, key));
  }

  /** Notes a message whose answer may be a refusal. */
  public void sent(long message, InetAddressAndPort replica) {
    sent.add(new Sent(message, replica));
  }

  /** The messages noted. */
  public List<Sent> sent() {
    return sent;
  }

  /** A replica has refused. Called by any thread. */
  public void refuse() {
    refused = true;
  }

  /** Whether a replica has refused. */
  public boolean isRefused() {
    return refused;
  }

  Series series() {
    return series;
  }

  /** A message, by its id, and the replica that is to answer it. */
  public record Sent(long message, InetAddressAndPort replica) {}

  private record Contact(InetAddressAndPort replica, @Nullable DecoratedKey key) {}
}
