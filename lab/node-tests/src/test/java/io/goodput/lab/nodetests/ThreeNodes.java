package io.goodput.lab.nodetests;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import io.goodput.lab.nodes.Cluster;
import io.goodput.lab.nodes.Node;
import io.goodput.lab.nodes.NodeOptions;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Three nodes with the plug-in and a client of each node. Keyspace {@code rf1} has one replica of
 * each partition, {@code rf2} has two, and {@code rf3} has three. Statements must qualify the names
 * of tables.
 */
final class ThreeNodes implements AutoCloseable {

  private final Cluster cluster;
  private final List<CqlSession> sessions;

  private ThreeNodes(Cluster cluster) {
    this.cluster = cluster;
    Cql.connect(cluster.node(1), "rf2", 2).close();
    Cql.connect(cluster.node(1), "rf3", 3).close();
    this.sessions =
        cluster.nodes().stream().map(node -> Cql.connect(node, "rf1", 1).session()).toList();
  }

  static ThreeNodes start() {
    NodeOptions options =
        Nodes.secured(Nodes.withPlugin())
            // Only RunawayReadsThreeNodesIT does more than observe.
            // Statements without a condition do not notice the lines.
            .withGoodputYaml("runaway_read_time: 1ms\nlwt_lines: on\n")
            // As operators do, so that clients can log in while a node is down.
            .withJvmArgument("-Dcassandra.system_auth.default_rf=3")
            .withSetting("roles_validity", "1h")
            .withSetting("permissions_validity", "1h")
            .withSetting("credentials_validity", "1h")
            .withSetting("file_cache_enabled", true)
            .withSetting("dynamic_snitch", false)
            // With protocol v5, a conditional write that times out makes the driver close its
            // connection: it does not read the number of contentions at the end of the error.
            .withSetting("cas_contention_timeout", "10s")
            .withSetting("write_request_timeout", "10s")
            .withSetting("materialized_views_enabled", true);
    Cluster cluster =
        Cluster.start(Nodes.on(Nodes.THREE_NODES_PORT).withNodes(3).withOptions(options));
    try {
      return new ThreeNodes(cluster);
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  Cluster cluster() {
    return cluster;
  }

  Node node(int number) {
    return cluster.node(number);
  }

  /** A client of this node for keyspace {@code rf1}. */
  Cql rf1(int node) {
    return new Cql(sessions.get(node - 1), "rf1");
  }

  /** A client of this node for keyspace {@code rf2}. */
  Cql rf2(int node) {
    return new Cql(sessions.get(node - 1), "rf2");
  }

  /** A client of this node for keyspace {@code rf3}. */
  Cql rf3(int node) {
    return new Cql(sessions.get(node - 1), "rf3");
  }

  /** A key whose only replica in {@code rf1} is on this node. */
  int keyOn(int node) {
    return keyWhere("rf1", replicas -> replicas.contains(node(node).contactPoint()));
  }

  /** A key without a replica on this node. */
  int keyNotOn(int node, String keyspace) {
    return keyWhere(keyspace, replicas -> !replicas.contains(node(node).contactPoint()));
  }

  private int keyWhere(String keyspace, Predicate<Set<SocketAddress>> condition) {
    TokenMap tokens = sessions.get(0).getMetadata().getTokenMap().orElseThrow();
    return IntStream.range(0, 1000)
        .filter(
            key -> {
              ByteBuffer bytes = TypeCodecs.INT.encodePrimitive(key, ProtocolVersion.DEFAULT);
              return condition.test(
                  tokens.getReplicas(keyspace, bytes).stream()
                      .map(replica -> replica.getEndPoint().resolve())
                      .collect(Collectors.toSet()));
            })
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() {
    sessions.forEach(CqlSession::close);
    cluster.kill();
  }

  /** Resolves parameters of type {@link ThreeNodes}; all test classes share the nodes. */
  static final class Shared implements ParameterResolver {

    private static final Namespace NAMESPACE = Namespace.create(ThreeNodes.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == ThreeNodes.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getRoot()
          .getStore(NAMESPACE)
          .getOrComputeIfAbsent(ThreeNodes.class, type -> start(), ThreeNodes.class);
    }
  }
}
