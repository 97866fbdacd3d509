package io.goodput.core.coalesce;

/**
 * The right and the duty to execute the read of a group. Use it once: read, or pass it on. If
 * neither happens until the deadline of the read, its line ends, and its group waits until then.
 *
 * @param <A> the type of answers
 */
public interface Turn<A> {

  /**
   * Executes the read for the group, on the calling thread. Throws what the read throws.
   *
   * @return {@code EXECUTED}; {@code POSTPONED} if it was refused and waits again; {@code REFUSED}
   *     or {@code LATE} if it gave up
   */
  Reading<A> read(GroupRead<A> read);

  /** Leaves the read to another member of the group. No effect after {@link #read}. */
  void pass();
}
