package io.goodput.cli.overrides;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.NodeUnavailableException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import io.goodput.cli.CommandException;
import io.goodput.cli.CorrectableException;
import io.goodput.cli.overrides.ClusterOverrides.Partition;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClusterOverridesTest {

  /** What each node does when it is asked, in the order in which the driver lists the nodes. */
  private final Map<Node, Supplier<ResultSet>> nodes = new LinkedHashMap<>();

  @Test
  void all_theFirstNodeIsDown_asksTheNext() {
    addDown("down");
    addAnswering("up");

    assertThat(overrides().all()).isEmpty();
  }

  @Test
  void all_theFirstNodeClosesTheConnection_asksTheNext() {
    add("closing", () -> fail(new ClosedConnectionException("Lost connection to remote peer")));
    addAnswering("up");

    assertThat(overrides().all()).isEmpty();
  }

  @Test
  void all_theFirstNodeHangs_asksTheNext() {
    add("hanging", () -> fail(new DriverTimeoutException("Query timed out after PT20S")));
    addAnswering("up");

    assertThat(overrides().all()).isEmpty();
  }

  @Test
  void remove_theFirstNodeHangs_asksNoOtherBecauseItMayStillRemove() {
    add("hanging", () -> fail(new DriverTimeoutException("Query timed out after PT20S")));
    add("up", () -> fail(new IllegalStateException("asked")));

    assertThatThrownBy(() -> overrides().remove(new Partition("demo", "posts", "1")))
        .isInstanceOf(CommandException.class)
        .hasMessage(
            "A node has not answered, and may still execute the statement: goodput overrides shows"
                + " what is in force (Query timed out after PT20S).");
  }

  @Test
  void all_everyNodeIsDown_saysWhyTheLastDidNotAnswer() {
    addDown("first");
    addDown("second");

    assertThatThrownBy(() -> overrides().all())
        .isInstanceOf(CommandException.class)
        .hasMessage("No node answers (No connection was available to second).");
  }

  @Test
  void all_oneNodeWithoutGoodputAndOneDown_pointsToTheDoctor() {
    add("bare", node -> fail(new InvalidQueryException(node, "keyspace goodput does not exist")));
    addDown("down");

    assertThatThrownBy(() -> overrides().all())
        .isInstanceOf(CorrectableException.class)
        .hasMessageContaining("run goodput doctor");
  }

  @Test
  void removed_anOverrideThatTheUserWritesOtherwise_isTrue() {
    addRemoving(List.of("1", "2"), List.of("2"));

    assertThat(overrides().removed(new Partition("demo", "posts", " 1 ")).isSeen()).isTrue();
  }

  @Test
  void removed_noOverride_isFalse() {
    addRemoving(List.of("2"), List.of("2"));

    assertThat(overrides().removed(new Partition("demo", "posts", "1")).isSeen()).isFalse();
  }

  /** Lists these keys before and after it removes an override. */
  private void addRemoving(List<String> before, List<String> after) {
    List<String> nothing = List.of();
    Iterator<List<String>> answers = List.of(before, nothing, after).iterator();
    add(
        "up",
        node -> {
          List<Row> rows = answers.next().stream().map(ClusterOverridesTest::row).toList();
          ExecutionInfo execution =
              fake(
                  ExecutionInfo.class,
                  "info",
                  (method, argument) -> method.equals("getWarnings") ? List.of() : node);
          return fake(
              ResultSet.class, "up", (method, argument) -> method.equals("all") ? rows : execution);
        });
  }

  private static Row row(String key) {
    return fake(
        Row.class,
        key,
        (method, argument) ->
            switch (method) {
              case "getString" -> "partition_key".equals(argument) ? key : "";
              case "getInstant" -> Instant.EPOCH;
              case "getBoolean" -> true;
              default -> null;
            });
  }

  private void addDown(String name) {
    // What the driver throws if the node of a statement has no connection.
    add(
        name,
        node ->
            fail(
                AllNodesFailedException.fromErrors(
                    List.of(Map.entry(node, new NodeUnavailableException(node))))));
  }

  private void addAnswering(String name) {
    add(name, () -> fake(ResultSet.class, name, (method, argument) -> List.of()));
  }

  private void add(String name, Supplier<ResultSet> answer) {
    add(name, node -> answer.get());
  }

  private void add(String name, Function<Node, ResultSet> answer) {
    Node node = fake(Node.class, name, (method, argument) -> null);
    nodes.put(node, () -> answer.apply(node));
  }

  private static ResultSet fail(RuntimeException problem) {
    throw problem;
  }

  private ClusterOverrides overrides() {
    Map<UUID, Node> known = new LinkedHashMap<>();
    nodes.keySet().forEach(node -> known.put(UUID.randomUUID(), node));
    Metadata metadata = fake(Metadata.class, "metadata", (method, argument) -> known);
    return new ClusterOverrides(
        fake(
            CqlSession.class,
            "session",
            (method, argument) ->
                argument instanceof Statement<?> statement ? answer(statement) : metadata));
  }

  private ResultSet answer(Statement<?> statement) {
    return requireNonNull(nodes.get(requireNonNull(statement.getNode()))).get();
  }

  /** Answers a call by the name of its method and its first argument. */
  private interface Answer {

    @Nullable Object to(String method, @Nullable Object argument);
  }

  private static <T> T fake(Class<T> type, String name, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "toString" -> name;
                  case "hashCode" -> System.identityHashCode(proxy);
                  case "equals" -> proxy == arguments[0];
                  default -> answer.to(method.getName(), arguments == null ? null : arguments[0]);
                }));
  }
}
