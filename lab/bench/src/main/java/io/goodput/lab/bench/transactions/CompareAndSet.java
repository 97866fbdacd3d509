package io.goodput.lab.bench.transactions;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.internal.core.channel.ResponseCallback;
import com.datastax.oss.protocol.internal.Frame;
import com.datastax.oss.protocol.internal.response.result.Void;
import io.goodput.lab.bench.load.RequestSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Clients that set a register of one key if it has the value that they know. An answer tells a
 * client the present value. After a failure, the client reads it before its next transaction.
 * Thread-safe.
 */
final class CompareAndSet implements RequestSource {

  private static final int UNKNOWN = -1;

  private static final Frame ANSWER =
      Frame.forResponse(4, 0, null, Frame.NO_PAYLOAD, List.of(), Void.INSTANCE);

  private final CqlSession session;
  private final PreparedStatement set;
  private final PreparedStatement read;
  private final List<Node> nodes;
  private final int keys;

  /** What each client knows. */
  private final AtomicIntegerArray known;

  CompareAndSet(CqlSession session, int clients, int keys) {
    this.session = session;
    this.set = session.prepare("UPDATE bench.registers SET value = ? WHERE id = ? IF value = ?");
    this.read = session.prepare("SELECT value FROM bench.registers WHERE id = ?");
    this.nodes = List.copyOf(session.getMetadata().getNodes().values());
    this.keys = keys;
    this.known = new AtomicIntegerArray(clients);
    for (int client = 0; client < clients; client++) {
      known.set(client, UNKNOWN);
    }
  }

  @Override
  public boolean send(long number, int places, ResponseCallback callback) {
    int client = (int) (number % known.length());
    int key = client % keys;
    Node node = nodes.get((int) ((number + places) % nodes.size()));
    value(client, key, node)
        .thenCompose(value -> set(key, value, node))
        .whenComplete(
            (value, failure) -> {
              known.set(client, failure == null ? value : UNKNOWN);
              if (failure == null) {
                callback.onResponse(ANSWER);
              } else {
                callback.onFailure(failure.getCause());
              }
            });
    return true;
  }

  /** Returns the value of the register after the transaction, whether it was applied or not. */
  private CompletionStage<Integer> set(int key, int value, Node node) {
    return session
        .executeAsync(
            set.bind(value + 1, key, value)
                .setNode(node)
                .setConsistencyLevel(DefaultConsistencyLevel.QUORUM))
        .thenApply(rows -> rows.wasApplied() ? value + 1 : rows.one().getInt("value"));
  }

  private CompletionStage<Integer> value(int client, int key, Node node) {
    int value = known.get(client);
    return value != UNKNOWN
        ? CompletableFuture.completedFuture(value)
        : session
            .executeAsync(
                read.bind(key).setNode(node).setConsistencyLevel(DefaultConsistencyLevel.SERIAL))
            .thenApply(rows -> rows.one().getInt("value"));
  }
}
