package io.goodput.core.line;

/**
 * Decides whether the next one of a line may proceed. {@link Lines} calls {@link #mayProceed} and
 * {@link #ended} under the lock of the key, so they must not call the lines, nor wait.
 *
 * @param <K> the type of keys
 */
public interface Gate<K> {

  /**
   * Whether the next one may proceed now. If not, the lines ask again when someone calls {@link
   * Lines#reopen} or {@link Lines#expire}.
   *
   * @param isContended whether it has had to wait for another one of this node
   * @param now monotonic nanoseconds
   */
  boolean mayProceed(K key, boolean isContended, long now);

  /** No one is in the line any longer. */
  void ended(K key, long now);

  /** Does what the calls of the other methods have left to do, without any lock. Must not throw. */
  void flush();

  /** A gate that is always open. */
  static <K> Gate<K> open() {
    return new Gate<>() {
      @Override
      public boolean mayProceed(K key, boolean isContended, long now) {
        return true;
      }

      @Override
      public void ended(K key, long now) {
        // There is nothing to give back.
      }

      @Override
      public void flush() {
        // There is nothing to do.
      }
    };
  }
}
