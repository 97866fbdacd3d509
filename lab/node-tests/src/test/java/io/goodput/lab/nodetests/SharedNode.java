package io.goodput.lab.nodetests;

import io.goodput.lab.nodes.Cluster;
import io.goodput.lab.nodes.Node;
import java.util.Locale;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * One node with the plug-in that many test classes share. It starts before the first of them and
 * stops after the last. Resolves parameters of type {@link Node}, and of type {@link Cql} with a
 * separate keyspace for each test class.
 */
final class SharedNode implements ParameterResolver {

  private static final Namespace NAMESPACE = Namespace.create(SharedNode.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == Cql.class || type == Node.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Node node = cluster(context).node(1);
    if (parameter.getParameter().getType() == Node.class) {
      return node;
    }
    Class<?> testClass = context.getRequiredTestClass();
    return context
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(
            testClass,
            owner -> Cql.connect(node, testClass.getSimpleName().toLowerCase(Locale.ROOT)),
            Cql.class);
  }

  private static Cluster cluster(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(
            Cluster.class,
            type ->
                Cluster.start(
                    Nodes.on(Nodes.SHARED_PORT)
                        .withOptions(
                            Nodes.secured(Nodes.withPlugin())
                                .withSetting("user_defined_functions_enabled", true))),
            Cluster.class);
  }
}
