package io.goodput.cassandra.own;

import java.util.Locale;
import org.apache.cassandra.exceptions.SyntaxException;
import org.jspecify.annotations.Nullable;

/** The tokens of a statement in CQL, without white space and comments. Belongs to one thread. */
public final class Tokens {

  private enum Kind {
    WORD,
    QUOTED_NAME,
    STRING,
    SYMBOL,
    END
  }

  private final String query;
  private int position;
  private Kind kind = Kind.END;
  private String text = "";

  /** Whether a query begins with one of these characters, after white space. Finds no tokens. */
  public static boolean mayBegin(String query, String characters) {
    int start = 0;
    while (start < query.length() && Character.isWhitespace(query.charAt(start))) {
      start++;
    }
    return start < query.length() && characters.indexOf(query.charAt(start)) >= 0;
  }

  /** Starts at the first token. */
  public Tokens(String query) {
    this.query = query;
    advance();
  }

  /** Takes a keyword, in any case, or a symbol; false if the next token is another one. */
  public boolean take(String token) {
    if ((kind != Kind.WORD && kind != Kind.SYMBOL) || !text.equalsIgnoreCase(token)) {
      return false;
    }
    advance();
    return true;
  }

  /** Takes all tokens up to a keyword, and the keyword; false if there is no such keyword. */
  public boolean takeUpTo(String keyword) {
    while (kind != Kind.END) {
      if (take(keyword)) {
        return true;
      }
      advance();
    }
    return false;
  }

  /**
   * Takes a keyword or a symbol that must come next.
   *
   * @throws SyntaxException if it does not
   */
  public void expect(String token) {
    if (!take(token)) {
      throw expected(token);
    }
  }

  /**
   * Takes a name: a word, which has no case, or a quoted name, which keeps its case.
   *
   * @throws SyntaxException if the next token is no name
   */
  public String name(String what) {
    String name = nameIfAny();
    if (name == null) {
      throw expected(what);
    }
    return name;
  }

  /** Takes a name; null if the next token is not a name. */
  public @Nullable String nameIfAny() {
    boolean isWord = kind == Kind.WORD && Character.isLetter(text.charAt(0));
    if (!isWord && kind != Kind.QUOTED_NAME) {
      return null;
    }
    return taken(isWord ? text.toLowerCase(Locale.ROOT) : text);
  }

  /** Takes the name of a role, which may also be a string, as in Cassandra's statements. */
  public String role() {
    return kind == Kind.STRING ? taken(text) : name("a role");
  }

  /** Takes a string, a number, a duration, or a word; null if the word is {@code null}. */
  public @Nullable String value() {
    if (take("NULL")) {
      return null;
    }
    if (kind != Kind.WORD && kind != Kind.STRING) {
      throw expected("a value");
    }
    return taken(text);
  }

  /** Takes the end of the statement. */
  public void expectEnd() {
    if (kind == Kind.SYMBOL && text.equals(";")) {
      advance();
    }
    if (kind != Kind.END) {
      throw expected("the end of the statement");
    }
  }

  private SyntaxException expected(String what) {
    String found = kind == Kind.END ? "the statement ends" : "'" + text + "' comes next";
    return new SyntaxException("Expected %s where %s".formatted(what, found));
  }

  private String taken(String token) {
    advance();
    return token;
  }

  private void advance() {
    skipBlanks();
    int start = position;
    if (start == query.length()) {
      kind = Kind.END;
      text = "";
      return;
    }
    char first = query.charAt(start);
    if (first == '\'' || first == '"') {
      quoted(first);
    } else if (isPartOfWord(first) || isMinusOfNumber(start)) {
      do {
        position++;
      } while (position < query.length() && isPartOfWord(query.charAt(position)));
      kind = Kind.WORD;
      text = query.substring(start, position);
    } else {
      position++;
      kind = Kind.SYMBOL;
      text = query.substring(start, position);
    }
  }

  /** A quote without its end is a symbol that no statement expects. */
  private void quoted(char quote) {
    StringBuilder content = new StringBuilder();
    for (int i = position + 1; i < query.length(); i++) {
      char next = query.charAt(i);
      if (next != quote) {
        content.append(next);
      } else if (i + 1 < query.length() && query.charAt(i + 1) == quote) {
        content.append(quote);
        i++;
      } else {
        position = i + 1;
        kind = quote == '"' ? Kind.QUOTED_NAME : Kind.STRING;
        text = content.toString();
        return;
      }
    }
    kind = Kind.SYMBOL;
    text = query.substring(position);
    position = query.length();
  }

  private static boolean isPartOfWord(char character) {
    return Character.isLetterOrDigit(character) || character == '_';
  }

  private boolean isMinusOfNumber(int at) {
    return query.charAt(at) == '-'
        && at + 1 < query.length()
        && Character.isDigit(query.charAt(at + 1));
  }

  private void skipBlanks() {
    while (position < query.length()) {
      if (Character.isWhitespace(query.charAt(position))) {
        position++;
      } else if (query.startsWith("--", position) || query.startsWith("//", position)) {
        position = after("\n");
      } else if (query.startsWith("/*", position)) {
        position = after("*/");
      } else {
        return;
      }
    }
  }

  private int after(String end) {
    int found = query.indexOf(end, position + 2);
    return found < 0 ? query.length() : found + end.length();
  }
}
