package io.goodput.cli.watch;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.net.InetAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Views of one node. The next one is asked for when the answer has come, so that one thread of an
 * idle node answers all: each thread that has to wake up costs it more than the answer. A busy node
 * makes answers wait, so the wait for each is short.
 */
record NodeViews(Map<String, CompletableFuture<AsyncResultSet>> answers) {

  private static final long PATIENCE_MILLIS = 10;

  static NodeViews ask(CqlSession session, Node node, List<String> views) {
    Map<String, CompletableFuture<AsyncResultSet>> answers = new HashMap<>();
    CompletableFuture<Boolean> turn = CompletableFuture.completedFuture(true);
    for (String view : views) {
      CompletableFuture<AsyncResultSet> answer = turn.thenCompose(its -> ask(session, node, view));
      answers.put(view, answer);
      turn =
          turn.thenCompose(
              its ->
                  answer
                      .handle((rows, problem) -> true)
                      .completeOnTimeout(true, PATIENCE_MILLIS, TimeUnit.MILLISECONDS));
    }
    return new NodeViews(answers);
  }

  private static CompletableFuture<AsyncResultSet> ask(CqlSession session, Node node, String view) {
    SimpleStatement query = SimpleStatement.newInstance("SELECT * FROM " + view).setNode(node);
    return session.executeAsync(query).toCompletableFuture();
  }

  /**
   * All rows of a view.
   *
   * @throws InvalidQueryException if the node lacks the view
   * @throws DriverException if the node does not answer, or does not permit it
   */
  List<Row> rows(String view) {
    try {
      List<Row> rows = new ArrayList<>();
      AsyncResultSet page = Objects.requireNonNull(answers.get(view)).join();
      page.currentPage().forEach(rows::add);
      while (page.hasMorePages()) {
        page = page.fetchNextPage().toCompletableFuture().join();
        page.currentPage().forEach(rows::add);
      }
      return rows;
    } catch (CompletionException e) {
      throw e.getCause() instanceof DriverException cause ? cause.copy() : e;
    }
  }

  /** The rows of these views of keyspace {@code goodput}, where the user gets them. */
  Map<String, List<Map<String, @Nullable Object>>> copies(List<String> views) {
    Map<String, List<Map<String, @Nullable Object>>> copies = new HashMap<>();
    for (String view : views) {
      try {
        copies.put(view, rows("goodput." + view).stream().map(NodeViews::copy).toList());
      } catch (InvalidQueryException | UnauthorizedException e) {
        // Left out: the node may have another version of the plug-in.
      }
    }
    return copies;
  }

  private static Map<String, @Nullable Object> copy(Row row) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
    for (ColumnDefinition column : row.getColumnDefinitions()) {
      String name = column.getName().asInternal();
      copy.put(name, plain(row.getObject(name)));
    }
    return copy;
  }

  /** As JSON can have it: a time as milliseconds since 1970. */
  private static @Nullable Object plain(@Nullable Object value) {
    if (value instanceof Instant time) {
      return time.toEpochMilli();
    }
    return value instanceof InetAddress address ? address.getHostAddress() : value;
  }
}
