package io.goodput.buckets.store;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** The texts that the table accepts as ids of buckets. */
public final class BucketId {

  private static final int MOST_BYTES = 1024;

  private BucketId() {}

  /**
   * Returns a valid id.
   *
   * @throws IllegalArgumentException if the id is invalid
   */
  public static String checked(String id) {
    checkText("bucket id", id, MOST_BYTES);
    return id;
  }

  /** Checks that the database can store a text, and that it has at most this many bytes. */
  public static void checkText(String what, String text, int mostBytes) {
    int bytes;
    try {
      bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text)).remaining();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "The %s contains half of a surrogate pair, which is not text: choose another."
              .formatted(what),
          e);
    }
    if (text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          "The %s contains the character U+0000, which the database cannot store: choose another."
              .formatted(what));
    }
    if (bytes == 0 || bytes > mostBytes) {
      throw new IllegalArgumentException(
          "The %s has %d bytes in UTF-8: choose one of 1 to %d.".formatted(what, bytes, mostBytes));
    }
  }
}
