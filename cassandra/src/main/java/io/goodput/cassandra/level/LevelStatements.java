package io.goodput.cassandra.level;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.goodput.cassandra.fault.Faults;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryHandler;
import org.apache.cassandra.cql3.ResultSet;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.apache.cassandra.utils.MD5Digest;
import org.jspecify.annotations.Nullable;

/**
 * Adds the statements about service levels to those of Cassandra. Thread-safe.
 *
 * <p>Prepared ones stay here and not in Cassandra's cache: Cassandra would parse them again after a
 * restart. A client prepares a statement again that the node no longer has.
 */
public final class LevelStatements {

  private static final int MOST_PREPARED = 100;

  private final ServiceLevels levels;
  private final Faults faults;
  private final Cache<MD5Digest, QueryHandler.Prepared> prepared =
      Caffeine.newBuilder().maximumSize(MOST_PREPARED).build();

  /** Reports what fails. */
  public LevelStatements(ServiceLevels levels, Faults faults) {
    this.levels = levels;
    this.faults = faults;
  }

  /**
   * The statement of a query; null if it is not about service levels.
   *
   * @throws RequestValidationException if the statement is not well formed
   */
  public @Nullable CQLStatement parse(String query) {
    try {
      LevelCommand command = LevelParser.parse(query);
      return command == null ? null : new LevelStatement(command, levels);
    } catch (RequestValidationException e) {
      throw e;
    } catch (Throwable e) {
      faults.report("parsing a statement about service levels", e);
      return null;
    }
  }

  /**
   * Prepares a query; null if it is not about service levels.
   *
   * @throws RequestValidationException if the statement is not well formed
   */
  public ResultMessage.@Nullable Prepared prepare(String query) {
    CQLStatement statement = parse(query);
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

  /** A statement that was prepared here; null if there is none with this id. */
  public QueryHandler.@Nullable Prepared prepared(MD5Digest id) {
    return prepared.getIfPresent(id);
  }
}
