package io.goodput.cassandra.own;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.goodput.cassandra.fault.Faults;
import java.util.List;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryHandler;
import org.apache.cassandra.cql3.ResultSet;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.apache.cassandra.utils.MD5Digest;
import org.jspecify.annotations.Nullable;

/**
 * Adds Goodput's statements to those of Cassandra. Thread-safe.
 *
 * <p>Prepared ones stay here and not in Cassandra's cache: Cassandra would parse them again after a
 * restart. A client prepares a statement again that the node no longer has.
 */
public final class OwnStatements {

  private static final int MOST_PREPARED = 100;

  /** Recognizes statements of one kind. Thread-safe. */
  public interface Parser {

    /**
     * The statement of a query; null if it is of another kind, as nearly all are.
     *
     * @throws RequestValidationException if the statement is not well formed
     */
    @Nullable CQLStatement parse(String query, ClientState client);
  }

  private final List<Parser> parsers;
  private final Faults faults;
  private final Cache<MD5Digest, QueryHandler.Prepared> prepared =
      Caffeine.newBuilder().maximumSize(MOST_PREPARED).build();

  /** Asks each of these parsers in turn, and reports what fails. */
  public OwnStatements(List<Parser> parsers, Faults faults) {
    this.parsers = parsers;
    this.faults = faults;
  }

  /**
   * The statement of a query; null if it is not Goodput's own.
   *
   * @throws RequestValidationException if the statement is not well formed
   */
  public @Nullable CQLStatement parse(String query, ClientState client) {
    try {
      for (Parser parser : parsers) {
        CQLStatement statement = parser.parse(query, client);
        if (statement != null) {
          return statement;
        }
      }
    } catch (RequestValidationException e) {
      throw e;
    } catch (Throwable e) {
      faults.report("parsing a statement of its own", e);
    }
    return null;
  }

  /**
   * Prepares a query; null if it is not Goodput's own.
   *
   * @throws RequestValidationException if the statement is not well formed
   */
  public ResultMessage.@Nullable Prepared prepare(String query, ClientState client) {
    CQLStatement statement = parse(query, client);
    if (statement == null) {
      return null;
    }
    MD5Digest id = MD5Digest.compute(query);
    prepared.put(id, new QueryHandler.Prepared(statement, query, true, null));
    ResultSet.ResultMetadata result = ResultSet.ResultMetadata.fromPrepared(statement);
    return new ResultMessage.Prepared(
        id,
        result.getResultMetadataId(),
        ResultSet.PreparedMetadata.fromPrepared(statement),
        result);
  }

  /** The statement that was prepared here with this id; null if no statement was. */
  public QueryHandler.@Nullable Prepared prepared(MD5Digest id) {
    return prepared.getIfPresent(id);
  }
}
