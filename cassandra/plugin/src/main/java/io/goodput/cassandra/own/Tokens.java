package io.goodput.cassandra.own;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.antlr.runtime.ANTLRStringStream;
import org.antlr.runtime.CommonToken;
import org.antlr.runtime.RecognitionException;
import org.apache.cassandra.cql3.CqlLexer;
import org.apache.cassandra.cql3.CqlParser;
import org.apache.cassandra.exceptions.SyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of a text in CQL, without white space and comments, as Cassandra's own lexer finds
 * them. Finds no token before it is needed. Belongs to one thread.
 */
public final class Tokens {

  private enum Kind {
    WORD,
    QUOTED_NAME,
    STRING,
    CONSTANT,
    SYMBOL,
    HIDDEN,
    END
  }

  private static final Set<String> CONSTANTS =
      Set.of(
          "INTEGER",
          "FLOAT",
          "BOOLEAN",
          "DURATION",
          "HEXNUMBER",
          "UUID",
          "K_POSITIVE_NAN",
          "K_NEGATIVE_NAN",
          "K_POSITIVE_INFINITY",
          "K_NEGATIVE_INFINITY");

  /** By type of the lexer's tokens; types have different numbers in each release of Cassandra. */
  private static final Kind[] KINDS =
      Stream.of(CqlParser.tokenNames).map(Tokens::kind).toArray(Kind[]::new);

  private final String text;
  private final Lexer lexer;
  private Kind kind = Kind.END;
  private String value = "";
  private int start;
  private int end;
  private boolean isSeparate;

  private static Kind kind(String name) {
    return switch (name) {
      case "QUOTED_NAME", "EMPTY_QUOTED_NAME" -> Kind.QUOTED_NAME;
      case "STRING_LITERAL" -> Kind.STRING;
      case "WS", "COMMENT", "MULTILINE_COMMENT" -> Kind.HIDDEN;
      default ->
          CONSTANTS.contains(name)
              ? Kind.CONSTANT
              : name.equals("IDENT") || name.startsWith("K_") ? Kind.WORD : Kind.SYMBOL;
    };
  }

  /** Cassandra's lexer, which leaves out what it does not know, and tells only listeners. */
  private static final class Lexer extends CqlLexer {

    private boolean hasFailed;

    Lexer(String text) {
      // Without the end of a line, a comment has no end.
      super(new ANTLRStringStream(text + "\n"));
    }

    CommonToken next() {
      return (CommonToken) nextToken();
    }

    @Override
    public void reportError(RecognitionException e) {
      hasFailed = true;
    }
  }

  /**
   * Whether a text begins with one of these words, in any case, or with a comment. Spares nearly
   * all texts a search for tokens.
   */
  public static boolean mayBegin(String text, String... words) {
    int start = 0;
    while (start < text.length() && Character.isWhitespace(text.charAt(start))) {
      start++;
    }
    if (start == text.length() || "-/".indexOf(text.charAt(start)) >= 0) {
      return start < text.length();
    }
    for (String word : words) {
      if (text.regionMatches(true, start, word, 0, word.length())) {
        return true;
      }
    }
    return false;
  }

  /** Starts at the first token. */
  public Tokens(String text) {
    this.text = text;
    this.lexer = new Lexer(text);
    advance();
  }

  /** Takes a keyword, in any case, or a symbol; false if the next token is another one. */
  public boolean take(String token) {
    if ((kind != Kind.WORD && kind != Kind.SYMBOL) || !value.equalsIgnoreCase(token)) {
      return false;
    }
    advance();
    return true;
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
   * Takes a name: a word, which has no case, or a name in quotes of either kind, which keeps its
   * case.
   *
   * @throws SyntaxException if the next token is no name
   */
  public String name(String what) {
    if (kind == Kind.WORD) {
      return taken(value.toLowerCase(Locale.ROOT));
    }
    if (kind != Kind.QUOTED_NAME && kind != Kind.STRING) {
      throw expected(what);
    }
    return taken(value);
  }

  /** Takes a constant or a word; null if the word is {@code null}. */
  public @Nullable String value() {
    if (take("NULL")) {
      return null;
    }
    if (kind != Kind.WORD && kind != Kind.STRING && kind != Kind.CONSTANT) {
      throw expected("a value");
    }
    return taken(value);
  }

  /** Takes the end of the statement. */
  public void expectEnd() {
    boolean unused = take(";");
    if (!isAtEnd()) {
      throw expected("the end of the statement");
    }
  }

  /** Whether there is no other token. */
  public boolean isAtEnd() {
    return kind == Kind.END;
  }

  /** Whether the next token is a constant, whose value must not be shown to everyone. */
  public boolean isConstant() {
    return kind == Kind.CONSTANT || kind == Kind.STRING;
  }

  /** Whether the lexer cannot read the text from here on, which is one symbol then. */
  public boolean isBroken() {
    return lexer.hasFailed;
  }

  /** Whether white space or a comment comes before the next token. */
  public boolean isSeparate() {
    return isSeparate;
  }

  /** Takes any token, as it is written. */
  public String written() {
    return taken(text.substring(start, end));
  }

  private SyntaxException expected(String what) {
    String found = kind == Kind.END ? "the statement ends" : "'" + value + "' comes next";
    return new SyntaxException("Expected %s where %s".formatted(what, found));
  }

  private String taken(String token) {
    advance();
    return token;
  }

  private void advance() {
    if (lexer.hasFailed) {
      kind = Kind.END;
      return;
    }
    isSeparate = false;
    CommonToken next = lexer.next();
    while (!lexer.hasFailed && kindOf(next) == Kind.HIDDEN) {
      isSeparate = true;
      end = next.getStopIndex() + 1;
      next = lexer.next();
    }
    if (lexer.hasFailed) {
      kind = Kind.SYMBOL;
      start = end;
      end = text.length();
      value = text.substring(start);
    } else {
      kind = kindOf(next);
      start = next.getStartIndex();
      end = next.getStopIndex() + 1;
      value = next.getText();
    }
  }

  private static Kind kindOf(CommonToken token) {
    return token.getType() == CommonToken.EOF ? Kind.END : KINDS[token.getType()];
  }
}
