package io.goodput.cassandra.feature;

import io.goodput.cassandra.own.OwnStatements;
import io.goodput.cassandra.request.Guard;
import io.goodput.cassandra.view.Metrics;
import java.util.List;
import org.apache.cassandra.db.virtual.VirtualTable;

/**
 * One concern of the plug-in: all that it adds to a node. By default it adds nothing.
 *
 * <p>A feature opens its message channels when it is created. The plug-in then asks for each of
 * these parts once, on one thread, before the node serves clients.
 */
public interface Feature {

  /** Decide on requests, in this order. Only those that the settings switch on. */
  default List<Guard> guards() {
    return List.of();
  }

  /** Recognize the statements that it adds to CQL. */
  default List<OwnStatements.Parser> statements() {
    return List.of();
  }

  /** Tables of the virtual keyspace. */
  default List<VirtualTable> tables() {
    return List.of();
  }

  /** Registers its metrics. */
  default void register(Metrics metrics) {}

  /**
   * Look for events in what the feature counts anyway. They run once a second on one thread, which
   * is not that of any request.
   */
  default List<Runnable> watches() {
    return List.of();
  }

  /** What it does at intervals. */
  default List<Tick> ticks() {
    return List.of();
  }

  /** Settings that an operator may change while the node runs. */
  default List<Switch> switches() {
    return List.of();
  }

  /** What it does on this node, in a few words for the log; empty to say nothing. */
  default String state() {
    return "";
  }

  /** Starts what no tick starts, such as listening to the node. */
  default void start() {}
}
