package io.goodput.cassandra.view;

import io.goodput.cassandra.platform.Platform;
import io.goodput.core.time.Nanos;
import java.util.List;
import org.apache.cassandra.db.virtual.VirtualKeyspace;
import org.apache.cassandra.db.virtual.VirtualKeyspaceRegistry;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The virtual keyspace {@code goodput}. */
public final class GoodputKeyspace {

  /** The time between two ticks. */
  public static final long TICK_NANOS = 10 * Nanos.PER_MILLI;

  /** The name of the keyspace. */
  public static final String NAME = "goodput";

  private static final Logger logger = LoggerFactory.getLogger(GoodputKeyspace.class);

  private final List<VirtualTable> tables;
  private boolean isDecided;

  /** A keyspace that is not visible yet. */
  public GoodputKeyspace(List<VirtualTable> tables) {
    this.tables = List.copyOf(tables);
  }

  /**
   * Makes the keyspace visible, unless users have a keyspace with that name. Does so once, when the
   * node knows the schema, and before it serves clients; called every {@link #TICK_NANOS}, by one
   * thread.
   */
  public void tick() {
    if (isDecided || !Platform.ofThisNode().knowsTheSchema()) {
      return;
    }
    isDecided = true;
    if (Platform.ofThisNode().distributedKeyspaces().containsKeyspace(NAME)) {
      logger.error(
          "Goodput's virtual keyspace is not visible, because there is a keyspace named {};"
              + " JMX has the same figures",
          NAME);
      return;
    }
    VirtualKeyspaceRegistry.instance.register(new VirtualKeyspace(NAME, tables));
  }

  /** Whether a tick has nothing left to do; for the thread of the ticks. */
  public boolean isDecided() {
    return isDecided;
  }
}
