package io.goodput.cassandra.override;

import io.goodput.cassandra.own.OwnStatements;
import io.goodput.cassandra.own.Tokens;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.statements.ModificationStatement;
import org.apache.cassandra.cql3.statements.QualifiedStatement;
import org.apache.cassandra.exceptions.SyntaxException;
import org.apache.cassandra.service.ClientState;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes statements that change {@code goodput.overrides}. Cassandra parses them, but allows no
 * TTL on a virtual table. Thread-safe.
 */
public final class OverrideStatements implements OwnStatements.Parser {

  /** The virtual keyspace. */
  private static final String KEYSPACE = "goodput";

  /** The name of the virtual table. */
  public static final String TABLE = "overrides";

  /** The columns that they set. */
  public static final String READS = "max_reads_per_second";

  public static final String WRITES = "max_writes_per_second";

  /** Creates a parser. */
  public OverrideStatements() {}

  @Override
  public @Nullable CQLStatement parse(String query, ClientState client) {
    QualifiedStatement change = change(query, client.getRawKeyspace());
    if (change == null) {
      return null;
    }
    change.setKeyspace(client);
    CQLStatement statement = change.prepare(client);
    return statement instanceof ModificationStatement modification && modification.isVirtual()
        ? new OverrideStatement(modification)
        : null;
  }

  /**
   * The statement of a query, if it changes a table of that name; else null. So it is if the query
   * is not well formed, as Cassandra's own handler reports.
   *
   * @param keyspace that of a name without one; null if the client uses none
   */
  static @Nullable QualifiedStatement change(String query, @Nullable String keyspace) {
    if (!Tokens.mayBegin(query, "UPDATE", "INSERT", "DELETE") || !mentionsTable(query)) {
      return null;
    }
    try {
      return QueryProcessor.parseStatement(query) instanceof QualifiedStatement change
              && change instanceof ModificationStatement.Parsed
              && change.name().equals(TABLE)
              && KEYSPACE.equals(change.isFullyQualified() ? change.keyspace() : keyspace)
          ? change
          : null;
    } catch (SyntaxException e) {
      return null;
    }
  }

  /** Spares nearly all statements a second parse. */
  private static boolean mentionsTable(String query) {
    for (int i = 0; i <= query.length() - TABLE.length(); i++) {
      if (query.regionMatches(true, i, TABLE, 0, TABLE.length())) {
        return true;
      }
    }
    return false;
  }
}
