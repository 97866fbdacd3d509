package io.goodput.core.coalesce;

import io.goodput.core.table.HashedLongs;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The last answers of some reads, for clients that prefer a stale answer to none. The age of an
 * answer is the time since its read started.
 *
 * <p>Memory is bounded: an answer that does not fit is not kept, and {@link #forget} removes what
 * is too old. A write through the same node makes the answers of its partition invalid. Times are
 * monotonic nanoseconds. Thread-safe; finding an answer takes no lock.
 *
 * @param <K> what identical reads have in common
 * @param <A> the type of answers
 */
public final class KeptAnswers<K, A> {

  /** Partitions that share an entry become invalid together. */
  private static final int PARTITIONS = 1 << 12;

  private final Map<K, Kept<A>> answers = new ConcurrentHashMap<>();
  private final HashedLongs lastWrites;
  private final AtomicLong bytes = new AtomicLong();
  private final long maxBytes;

  /**
   * Keeps no answer yet.
   *
   * @param maxBytes the size of all kept answers together
   * @param now no later than the start of any read
   */
  public KeptAnswers(long maxBytes, long now) {
    this.maxBytes = maxBytes;
    this.lastWrites = new HashedLongs(PARTITIONS, now - 1);
  }

  /**
   * Keeps an answer, unless a newer one is kept or there is no room.
   *
   * @param started when the read of the answer started
   * @param until when the answer becomes too old
   * @param size the memory that the answer takes, in bytes
   */
  public void keep(K key, A answer, long started, long until, long size) {
    Kept<A> kept = new Kept<>(answer, started, until, size);
    answers.compute(
        key,
        (same, before) -> {
          boolean isNewest = before == null || before.started - started < 0;
          return isNewest && grow(size - (before == null ? 0 : before.bytes)) ? kept : before;
        });
  }

  /** Takes memory, or gives it back if negative; false if there is not so much. */
  private boolean grow(long size) {
    if (bytes.addAndGet(size) > maxBytes && size > 0) {
      bytes.addAndGet(-size);
      return false;
    }
    return true;
  }

  /**
   * The answer to a read.
   *
   * @param partition a hash of its partition, well mixed
   * @param oldest when the read of the answer may have started at the earliest
   * @return empty if no kept answer is new enough, or if the partition has been written since
   */
  public Optional<A> find(K key, int partition, long oldest) {
    Kept<A> kept = answers.get(key);
    return kept == null
            || kept.started - oldest < 0
            || kept.started - lastWrites.get(partition) <= 0
        ? Optional.empty()
        : Optional.of(kept.answer);
  }

  /** Records that a write to a partition has ended, so that older answers are invalid. */
  public void written(int partition, long now) {
    lastWrites.setLatest(partition, now);
  }

  /** Removes the answers that have become too old. */
  public void forget(long now) {
    answers.forEach(
        (key, kept) -> {
          if (now - kept.until > 0 && answers.remove(key, kept)) {
            bytes.addAndGet(-kept.bytes);
          }
        });
  }

  /** The size of all kept answers, in bytes. */
  public long bytes() {
    return bytes.get();
  }

  /** An answer, when its read started, and when it becomes too old. Equal only to itself. */
  private static final class Kept<A> {

    private final A answer;
    private final long started;
    private final long until;
    private final long bytes;

    Kept(A answer, long started, long until, long bytes) {
      this.answer = answer;
      this.started = started;
      this.until = until;
      this.bytes = bytes;
    }
  }
}
