package io.goodput.cassandra.request;

import java.nio.ByteBuffer;
import java.util.Map;

/**
 * An answer that says, in a form for programs, why a request was refused. An exception implements
 * it.
 */
public interface Explained {

  /**
   * The reasons by key, as texts in UTF-8, for the custom payload of the native protocol.
   *
   * @return an immutable map of read-only buffers, the same for all answers; see {@link Reasons}
   */
  Map<String, ByteBuffer> payload();
}
