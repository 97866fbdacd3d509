package io.goodput.it;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import io.goodput.cluster.Cluster;
import io.goodput.cluster.Node;
import io.goodput.cluster.NodeOptions;
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
 * Three protected nodes, with a client of each: in keyspace {@code once} every partition is on one
 * node, in {@code twice} on two, in {@code everywhere} on all three. As an extension, gives a test
 * class the nodes that all such classes share.
 */
final class ThreeNodes implements AutoCloseable {

  private final Cluster cluster;
  private final List<CqlSession> sessions;

  private ThreeNodes(Cluster cluster) {
    this.cluster = cluster;
    Cql.connect(cluster.node(1), "twice", 2).close();
    Cql.connect(cluster.node(1), "everywhere", 3).close();
    this.sessions =
        cluster.nodes().stream().map(node -> Cql.connect(node, "once", 1).session()).toList();
  }

  static ThreeNodes start() {
    NodeOptions options =
        Nodes.withPlugin()
            .withSetting("file_cache_enabled", true)
            .withSetting("dynamic_snitch", false)
            // A node that restarts is to be cold.
            .withGoodputYaml("warm_after_restart: false\n");
    Cluster cluster = Cluster.start(Nodes.on(Nodes.THREE_PORT).withNodes(3).withOptions(options));
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

  /** Through this node; tables are to be named with their keyspace. */
  Cql once(int node) {
    return new Cql(sessions.get(node - 1), "once");
  }

  /** Through this node; tables are to be named with their keyspace. */
  Cql twice(int node) {
    return new Cql(sessions.get(node - 1), "twice");
  }

  /** Through this node; tables are to be named with their keyspace. */
  Cql everywhere(int node) {
    return new Cql(sessions.get(node - 1), "everywhere");
  }

  /** A key whose partition this node alone has, in a keyspace with one replica of each. */
  int keyOn(int node) {
    return keyWhere("once", replicas -> replicas.contains(node(node).contactPoint()));
  }

  /** A key whose partition this node does not have. */
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

  /** For {@code @ExtendWith}. */
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
