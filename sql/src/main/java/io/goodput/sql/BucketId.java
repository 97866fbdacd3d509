package io.goodput.sql;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** What may name a bucket. */
final class BucketId {

  static final int MOST_BYTES = 1024;

  private BucketId() {}

  /** Returns it if it may. */
  static String checked(String id) {
    int bytes;
    try {
      bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(id)).remaining();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "The id of a bucket has half of a surrogate pair, which is no text: choose another.", e);
    }
    if (id.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          "The id of a bucket has the character U+0000, which no text in the database may have:"
              + " choose another.");
    }
    if (bytes == 0 || bytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "The id of a bucket has %d bytes in UTF-8: choose one of 1 to %d."
              .formatted(bytes, MOST_BYTES));
    }
    return id;
  }
}
