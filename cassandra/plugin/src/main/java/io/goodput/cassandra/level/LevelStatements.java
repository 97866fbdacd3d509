package io.goodput.cassandra.level;

import io.goodput.cassandra.own.OwnStatements;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.service.ClientState;
import org.jspecify.annotations.Nullable;

/** The statements about service levels. Thread-safe. */
public final class LevelStatements implements OwnStatements.Parser {

  private final ServiceLevels levels;
  private final LevelEffects effects;

  /** Statements about these levels, which warn of what has no effect. */
  public LevelStatements(ServiceLevels levels, LevelEffects effects) {
    this.levels = levels;
    this.effects = effects;
  }

  @Override
  public @Nullable CQLStatement parse(String query, ClientState client) {
    LevelCommand command = LevelParser.parse(query);
    return command == null ? null : new LevelStatement(command, levels, effects);
  }
}
