package io.goodput.cassandra.level;

import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.exceptions.UnauthorizedException;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.jspecify.annotations.Nullable;

/** What a statement about service levels does. Immutable. */
sealed interface LevelCommand {

  /**
   * Checks that a client may do it.
   *
   * @param known the levels that this node knows
   * @throws UnauthorizedException if the client may not
   */
  void authorize(ClientState client, StoredLevels known);

  /** Changes levels, or attaches or detaches one. */
  non-sealed interface Change extends LevelCommand {

    /**
     * Does it, or throws before anything has changed.
     *
     * @param stored what the table holds
     * @throws RequestValidationException if that makes no sense
     */
    void apply(StoredLevels stored, LevelTable table);

    /** The level that has other options or roles afterwards; null if one has fewer. */
    default @Nullable String strengthened() {
      return null;
    }
  }

  /** Lists levels or attachments. */
  non-sealed interface Listing extends LevelCommand {

    /**
     * The rows that answer the client.
     *
     * @param stored what the table holds
     * @throws RequestValidationException if it lacks what the client asks for
     */
    ResultMessage rows(StoredLevels stored);
  }
}
