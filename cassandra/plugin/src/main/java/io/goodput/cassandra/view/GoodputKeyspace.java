package io.goodput.cassandra.view;

import io.goodput.cassandra.platform.Platform;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.cassandra.db.virtual.VirtualKeyspace;
import org.apache.cassandra.db.virtual.VirtualKeyspaceRegistry;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The virtual keyspace {@code goodput}. Thread-safe. */
public final class GoodputKeyspace {

  /** The name of the keyspace. */
  public static final String NAME = "goodput";

  private static final Logger logger = LoggerFactory.getLogger(GoodputKeyspace.class);

  private final List<VirtualTable> tables;
  private final AtomicBoolean decided = new AtomicBoolean();

  /** A keyspace that is not visible yet. */
  public GoodputKeyspace(List<VirtualTable> tables) {
    this.tables = List.copyOf(tables);
  }

  /**
   * Makes the keyspace visible, unless users have a keyspace with that name. Does so once, when the
   * schema has been loaded: at the first request of a client.
   */
  public void show() {
    if (decided.getPlain() || !decided.compareAndSet(false, true)) {
      return;
    }
    if (Platform.ofThisNode().distributedKeyspaces().containsKeyspace(NAME)) {
      logger.error(
          "Goodput's virtual keyspace is not visible, because there is a keyspace named {};"
              + " JMX has the same figures",
          NAME);
      return;
    }
    VirtualKeyspaceRegistry.instance.register(new VirtualKeyspace(NAME, tables));
  }
}
