package io.goodput.cassandra.level;

import io.goodput.cassandra.own.Tokens;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.exceptions.SyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Reads statements about service levels, in the syntax that ScyllaDB documents. Cassandra's grammar
 * knows none of them.
 */
final class LevelParser {

  private LevelParser() {}

  /**
   * What a statement does; null if it is not about service levels.
   *
   * @throws SyntaxException if it is, and is not well formed
   * @throws InvalidRequestException if an option is invalid
   */
  static @Nullable LevelCommand parse(String query) {
    if (!mayBe(query)) {
      return null;
    }
    Tokens tokens = new Tokens(query);
    LevelCommand command = command(tokens);
    if (command != null) {
      tokens.expectEnd();
    }
    return command;
  }

  /** Spares nearly all requests a search for tokens. */
  static boolean mayBe(String query) {
    return Tokens.mayBegin(query, "CREATE", "ALTER", "DROP", "ATTACH", "DETACH", "LIST");
  }

  private static @Nullable LevelCommand command(Tokens tokens) {
    if (tokens.take("CREATE")) {
      return takeServiceLevel(tokens) ? create(tokens) : null;
    }
    if (tokens.take("ALTER")) {
      return takeServiceLevel(tokens) ? alter(tokens) : null;
    }
    if (tokens.take("DROP")) {
      return takeServiceLevel(tokens) ? drop(tokens) : null;
    }
    if (tokens.take("ATTACH")) {
      return takeServiceLevel(tokens) ? attach(tokens) : null;
    }
    if (tokens.take("DETACH")) {
      return takeServiceLevel(tokens) ? detach(tokens) : null;
    }
    return tokens.take("LIST") ? list(tokens) : null;
  }

  private static boolean takeServiceLevel(Tokens tokens) {
    return tokens.take("SERVICE_LEVEL")
        || tokens.take("SERVICE_LEVELS")
        || (tokens.take("SERVICE") && (tokens.take("LEVEL") || tokens.take("LEVELS")));
  }

  private static LevelCommand create(Tokens tokens) {
    boolean ifNotExists = tokens.take("IF");
    if (ifNotExists) {
      tokens.expect("NOT");
      tokens.expect("EXISTS");
    }
    String name = level(tokens);
    return new CreateLevel(
        name, ifNotExists, tokens.take("WITH") ? options(tokens) : LevelOptions.NONE);
  }

  private static LevelCommand alter(Tokens tokens) {
    String name = level(tokens);
    tokens.expect("WITH");
    return new AlterLevel(name, options(tokens));
  }

  private static LevelOptions options(Tokens tokens) {
    LevelOptions options = LevelOptions.NONE;
    do {
      String name = tokens.name("an option");
      tokens.expect("=");
      options = options.with(name, tokens.value());
    } while (tokens.take("AND"));
    return options;
  }

  private static LevelCommand drop(Tokens tokens) {
    boolean ifExists = tokens.take("IF");
    if (ifExists) {
      tokens.expect("EXISTS");
    }
    return new DropLevel(level(tokens), ifExists);
  }

  private static LevelCommand attach(Tokens tokens) {
    String name = level(tokens);
    tokens.expect("TO");
    return new AttachLevel(name, role(tokens));
  }

  private static LevelCommand detach(Tokens tokens) {
    tokens.expect("FROM");
    return new DetachLevel(role(tokens));
  }

  private static @Nullable LevelCommand list(Tokens tokens) {
    boolean all = tokens.take("ALL");
    boolean attached = tokens.take("ATTACHED");
    boolean effective = !all && !attached && tokens.take("EFFECTIVE");
    if (!takeServiceLevel(tokens)) {
      return null;
    }
    if (all) {
      return attached ? new ListAttached(null) : new ListLevels(null);
    }
    if (!attached && !effective) {
      return new ListLevels(level(tokens));
    }
    tokens.expect("OF");
    return effective ? new ListEffective(role(tokens)) : new ListAttached(role(tokens));
  }

  private static String role(Tokens tokens) {
    return tokens.name("a role");
  }

  private static String level(Tokens tokens) {
    return tokens.name("the name of a service level");
  }
}
