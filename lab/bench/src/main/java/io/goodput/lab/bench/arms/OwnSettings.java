package io.goodput.lab.bench.arms;

import io.goodput.cli.CommandException;
import io.goodput.lab.nodes.Cluster;
import io.goodput.lab.nodes.Node;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;

/** Cassandra's own settings, changed by JMX while the nodes of a cluster run. */
public final class OwnSettings implements AutoCloseable {

  /**
   * A setting.
   *
   * @param text name in cassandra.yaml, and the value that suits the clients of a benchmark
   * @param bean its MBean, without the name of the domain
   * @param value the same value for the MBean
   */
  public record Setting(String text, String bean, String attribute, Object value) {

    /** A setting that the MBean of the storage service has. */
    public static Setting ofStorageService(String text, String attribute, Object value) {
      return new Setting(text, "db:type=StorageService", attribute, value);
    }
  }

  private final List<Setting> tuned;
  private final List<JMXConnector> nodes = new ArrayList<>();
  private boolean isTuned;

  /** Those of the other state, in the order of the settings. */
  private List<Object> otherValues;

  /** The settings of stock nodes. Keeps its connections, because busy nodes open none quickly. */
  public OwnSettings(Cluster cluster, List<Setting> tuned) {
    this.tuned = tuned;
    this.otherValues = tuned.stream().map(Setting::value).toList();
    try {
      for (Node node : cluster.nodes()) {
        nodes.add(node.connectJmx());
      }
    } catch (IOException e) {
      close();
      throw failure(e);
    }
  }

  /** All settings in one line. */
  public static String text(List<Setting> tuned) {
    return tuned.stream().map(Setting::text).collect(Collectors.joining(", "));
  }

  /** Switches all nodes to the tuned settings, or back to those that they had. */
  public void set(boolean toTuned) {
    if (toTuned != isTuned) {
      otherValues = nodes.stream().map(this::swap).toList().get(0);
      isTuned = toTuned;
    }
  }

  /** Sets the other values on a node, and returns those that it had. */
  private List<Object> swap(JMXConnector node) {
    try {
      MBeanServerConnection server = node.getMBeanServerConnection();
      List<Object> earlier = new ArrayList<>();
      for (int i = 0; i < tuned.size(); i++) {
        Setting setting = tuned.get(i);
        ObjectName bean = new ObjectName("org.apache.cassandra." + setting.bean);
        earlier.add(server.getAttribute(bean, setting.attribute));
        server.setAttribute(bean, new Attribute(setting.attribute, otherValues.get(i)));
      }
      return earlier;
    } catch (IOException | JMException e) {
      throw failure(e);
    }
  }

  private static CommandException failure(Exception problem) {
    return new CommandException(
        "A node did not answer over JMX: " + problem.getMessage() + ".", problem);
  }

  @Override
  public void close() {
    for (JMXConnector node : nodes) {
      try {
        node.close();
      } catch (IOException e) {
        // The node has stopped.
      }
    }
  }
}
