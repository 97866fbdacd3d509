package io.goodput.core.coalesce;

import io.goodput.core.table.HashedLongs;

/**
 * Counts the reads under way on a node by a hash of what they ask for, to tell which are asked so
 * often that several are always under way. Fixed memory: 16 KiB. Reads whose hashes fall on the
 * same counter count together, which costs nothing but a look at the key itself.
 *
 * <p>Thread-safe and lock-free.
 */
public final class ReadsInFlight {

  private final HashedLongs counts = new HashedLongs(1 << 11);

  /**
   * Counts a read that begins.
   *
   * @param hash of what it asks for, well mixed
   * @return reads under way with this hash, this one included
   */
  public int begin(int hash) {
    return (int) counts.add(hash, 1);
  }

  /** Counts a read that ends, with the hash with which it began. */
  public void end(int hash) {
    counts.add(hash, -1);
  }
}
