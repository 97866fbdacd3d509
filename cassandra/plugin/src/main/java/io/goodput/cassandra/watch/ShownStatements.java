package io.goodput.cassandra.watch;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The latest statements as they are shown: taking out the literals costs more than all else that
 * happens to a sample, and most samples have one of a few texts. About 0.2 MiB at most. Not
 * thread-safe.
 */
final class ShownStatements {

  private static final int MOST = 64;

  /** Longer texts mostly have literals, and so are not seen again. */
  private static final int LONGEST = 1024;

  private final Map<String, String> shown =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
          return size() > MOST;
        }
      };

  /** The statement without its literals, as {@link StatementText}. */
  String of(String text) {
    return text.length() > LONGEST
        ? StatementText.withoutLiterals(text)
        : shown.computeIfAbsent(text, StatementText::withoutLiterals);
  }

  void clear() {
    shown.clear();
  }

  int size() {
    return shown.size();
  }
}
