package io.goodput.lab.nodetests;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * What a PromQL expression names: its metrics, each with the labels that its selectors match, and
 * the labels by which it groups. Checks brackets, and no other rule of the language.
 */
final class PromQl {

  private static final Pattern TOKEN =
      Pattern.compile(
          "\"(?:\\\\.|[^\"\\\\])*\"|'(?:\\\\.|[^'\\\\])*'|[a-zA-Z_:][\\w:]*|[0-9][\\w.]*|=~|!~|!=|\\S");

  /** Before a list of labels in parentheses. */
  private static final Set<String> GROUPING =
      Set.of("by", "without", "on", "ignoring", "group_left", "group_right");

  private static final Set<String> WORDS =
      Set.of("and", "or", "unless", "bool", "offset", "atan2", "inf", "nan");

  private static final Map<String, String> CLOSING = Map.of("(", ")", "{", "}", "[", "]");

  private final List<String> tokens;
  private final Map<String, Set<String>> selectors = new TreeMap<>();
  private final Set<String> grouping = new TreeSet<>();

  private PromQl(String expression) {
    this.tokens = TOKEN.matcher(expression).results().map(MatchResult::group).toList();
  }

  /**
   * Reads an expression.
   *
   * @throws IllegalArgumentException if its brackets do not match, or if it names no metric
   */
  static PromQl parse(String expression) {
    PromQl parsed = new PromQl(expression);
    try {
      parsed.read();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(e.getMessage() + ": " + expression, e);
    }
    return parsed;
  }

  /** The metrics by name, with the labels that are matched. */
  Map<String, Set<String>> selectors() {
    return selectors;
  }

  /** The labels by which results are grouped or joined. */
  Set<String> grouping() {
    return grouping;
  }

  private void read() {
    Deque<String> open = new ArrayDeque<>();
    Optional<Set<String>> matched = Optional.empty();
    boolean inLabels = false;
    for (int i = 0; i < tokens.size(); i++) {
      String token = tokens.get(i);
      if (CLOSING.containsKey(token)) {
        inLabels = token.equals("(") && i > 0 && GROUPING.contains(tokens.get(i - 1));
        open.push(CLOSING.get(token));
      } else if (CLOSING.containsValue(token)) {
        require(!open.isEmpty() && open.pop().equals(token), "'" + token + "' closes nothing");
        inLabels = false;
      } else if (isName(token) && "}".equals(open.peek())) {
        matched.orElseThrow(() -> new IllegalArgumentException("no metric")).add(token);
      } else if (isName(token) && inLabels) {
        grouping.add(token);
      } else if (isName(token) && isMetric(token, i) && !"]".equals(open.peek())) {
        matched = Optional.of(selectors.computeIfAbsent(token, added -> new TreeSet<>()));
      }
    }
    require(open.isEmpty(), "a bracket stays open");
    require(!selectors.isEmpty(), "no metric");
  }

  private boolean isMetric(String name, int index) {
    String next = index + 1 < tokens.size() ? tokens.get(index + 1) : "";
    boolean isFunction = next.equals("(") || GROUPING.contains(next);
    String word = name.toLowerCase(Locale.ROOT);
    return !isFunction && !GROUPING.contains(word) && !WORDS.contains(word);
  }

  private static boolean isName(String token) {
    return Character.isLetter(token.charAt(0)) || "_:".indexOf(token.charAt(0)) >= 0;
  }

  private static void require(boolean condition, String problem) {
    if (!condition) {
      throw new IllegalArgumentException(problem);
    }
  }
}
