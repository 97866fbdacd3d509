package io.goodput.core.table;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.SecureRandom;

/**
 * Hashes of what clients choose: who does not know the secret cannot find things with equal hashes,
 * or with equal low bits. Each process has another secret, so hashes must not leave it.
 *
 * <p>To hash several things, pass the hash of the first as what comes before the second. Allocates
 * nothing. Immutable.
 *
 * <p>Source: SipHash-1-3, of Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012. What
 * comes before counts as the first eight bytes, lowest first.
 */
public final class SecretHash {

  /** Rounds after the last word; there is one for each word. */
  private static final int LAST_ROUNDS = 3;

  private static final SecretHash OF_THIS_PROCESS = random(new SecureRandom());

  private final long key0;
  private final long key1;

  /** The hash with this secret. */
  SecretHash(long key0, long key1) {
    this.key0 = key0;
    this.key1 = key1;
  }

  private static SecretHash random(SecureRandom random) {
    return new SecretHash(random.nextLong(), random.nextLong());
  }

  /** The hash with the secret of this process. */
  public static SecretHash ofThisProcess() {
    return OF_THIS_PROCESS;
  }

  /** The hash of a number. */
  public long of(long before, long value) {
    return hash(before, value, this, Long.BYTES);
  }

  /** The hash of the bytes of a buffer from its position to its limit. */
  public long of(long before, ByteBuffer bytes) {
    return hash(before, 0, bytes, bytes.remaining());
  }

  /** The hash of a text. */
  public long of(long before, CharSequence text) {
    return hash(before, 0, text, Character.BYTES * text.length());
  }

  private long hash(long before, long value, Object source, int bytes) {
    long v0 = key0 ^ 0x736f6d6570736575L;
    long v1 = key1 ^ 0x646f72616e646f6dL;
    long v2 = key0 ^ 0x6c7967656e657261L;
    long v3 = key1 ^ 0x7465646279746573L;
    int last = 1 + bytes / Long.BYTES;
    for (int i = 0; i <= last + LAST_ROUNDS; i++) {
      long word = 0;
      if (i == 0) {
        word = before;
      } else if (i < last) {
        word = source == this ? value : word(source, i - 1);
      } else if (i == last) {
        long rest = source == this ? 0 : word(source, i - 1);
        word = rest | (long) (Long.BYTES + bytes) << 56;
      } else if (i == last + 1) {
        v2 ^= 0xff;
      }
      v3 ^= word;
      v0 += v1;
      v1 = Long.rotateLeft(v1, 13) ^ v0;
      v0 = Long.rotateLeft(v0, 32);
      v2 += v3;
      v3 = Long.rotateLeft(v3, 16) ^ v2;
      v0 += v3;
      v3 = Long.rotateLeft(v3, 21) ^ v0;
      v2 += v1;
      v1 = Long.rotateLeft(v1, 17) ^ v2;
      v2 = Long.rotateLeft(v2, 32);
      v0 ^= word;
    }
    return v0 ^ v1 ^ v2 ^ v3;
  }

  /** The bytes of a word, the first one lowest; zeros after the end. */
  private static long word(Object source, int index) {
    return source instanceof ByteBuffer bytes
        ? word(bytes, bytes.position() + index * Long.BYTES)
        : word((CharSequence) source, index * (Long.BYTES / Character.BYTES));
  }

  private static long word(ByteBuffer bytes, int from) {
    if (bytes.limit() - from >= Long.BYTES) {
      long word = bytes.getLong(from);
      return bytes.order() == ByteOrder.LITTLE_ENDIAN ? word : Long.reverseBytes(word);
    }
    long word = 0;
    for (int i = bytes.limit() - 1; i >= from; i--) {
      word = word << Byte.SIZE | (bytes.get(i) & 0xff);
    }
    return word;
  }

  private static long word(CharSequence text, int from) {
    long word = 0;
    int until = Math.min(text.length(), from + Long.BYTES / Character.BYTES);
    for (int i = until - 1; i >= from; i--) {
      word = word << Character.SIZE | text.charAt(i);
    }
    return word;
  }
}
