package io.goodput.sql.table;

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
    int bytes;
    try {
      bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(id)).remaining();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "The bucket id contains half of a surrogate pair, which is not text: choose another id.",
          e);
    }
    if (id.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          "The bucket id contains the character U+0000, which the database cannot store:"
              + " choose another id.");
    }
    if (bytes == 0 || bytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "The bucket id has %d bytes in UTF-8: choose one of 1 to %d."
              .formatted(bytes, MOST_BYTES));
    }
    return id;
  }
}
