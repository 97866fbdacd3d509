package io.goodput.cassandra.override;

import io.goodput.cassandra.own.OwnStatements;
import io.goodput.cassandra.own.Tokens;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.statements.ModificationStatement;
import org.apache.cassandra.cql3.statements.QualifiedStatement;
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

  /** How these statements begin, or a comment before them. */
  private static final String FIRST = "uUiIdD-/";

  /** Creates a parser. */
  public OverrideStatements() {}

  @Override
  public @Nullable CQLStatement parse(String query, ClientState client) {
    if (!changesTable(query, client.getRawKeyspace())) {
      return null;
    }
    CQLStatement.Raw parsed = QueryProcessor.parseStatement(query);
    if (parsed instanceof QualifiedStatement qualified) {
      qualified.setKeyspace(client);
    }
    CQLStatement statement = parsed.prepare(client);
    return statement instanceof ModificationStatement modification && modification.isVirtual()
        ? new OverrideStatement(modification)
        : null;
  }

  /**
   * Whether a statement changes the table.
   *
   * @param keyspace that of a name without one; null if the client uses none
   */
  static boolean changesTable(String query, @Nullable String keyspace) {
    if (!Tokens.mayBegin(query, FIRST) || !mentionsTable(query)) {
      return false;
    }
    Tokens tokens = new Tokens(query);
    boolean isNext =
        tokens.take("UPDATE")
            || (tokens.take("INSERT") && tokens.take("INTO"))
            || (tokens.take("DELETE") && tokens.takeUpTo("FROM"));
    if (!isNext) {
      return false;
    }
    String name = tokens.nameIfAny();
    return tokens.take(".")
        ? KEYSPACE.equals(name) && TABLE.equals(tokens.nameIfAny())
        : KEYSPACE.equals(keyspace) && TABLE.equals(name);
  }

  /** Spares nearly all statements a search for tokens. */
  private static boolean mentionsTable(String query) {
    for (int i = 0; i <= query.length() - TABLE.length(); i++) {
      if (query.regionMatches(true, i, TABLE, 0, TABLE.length())) {
        return true;
      }
    }
    return false;
  }
}
