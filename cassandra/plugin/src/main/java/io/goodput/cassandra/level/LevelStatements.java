package io.goodput.cassandra.level;

import io.goodput.cassandra.own.OwnStatements;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.service.ClientState;
import org.jspecify.annotations.Nullable;

/** The statements about service levels. Thread-safe. */
public final class LevelStatements implements OwnStatements.Parser {

  private final ServiceLevels levels;

  /** Statements about these levels. */
  public LevelStatements(ServiceLevels levels) {
    this.levels = levels;
  }

  @Override
  public @Nullable CQLStatement parse(String query, ClientState client) {
    LevelCommand command = LevelParser.parse(query);
    return command == null ? null : new LevelStatement(command, levels);
  }
}
