package io.goodput.cassandra.watch;

import io.goodput.cassandra.platform.Platform;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.jspecify.annotations.Nullable;

/** The size of the values in an answer. */
final class AnswerBytes {

  /** Rows that are looked at, evenly spread over the answer. */
  private static final int MOST_ROWS = 64;

  private AnswerBytes() {}

  /** In bytes, estimated from some of the rows if there are many; 0 for an answer without rows. */
  static double of(@Nullable Object answer) {
    if (!(answer instanceof ResultMessage.Rows own)) {
      return 0;
    }
    List<List<ByteBuffer>> rows = Platform.ofThisNode().values(own.result);
    int step = Math.max(1, (rows.size() + MOST_ROWS - 1) / MOST_ROWS);
    long bytes = 0;
    int looked = 0;
    for (int i = 0; i < rows.size(); i += step) {
      List<ByteBuffer> row = rows.get(i);
      for (int column = 0; column < row.size(); column++) {
        ByteBuffer value = row.get(column);
        bytes += value == null ? 0 : value.remaining();
      }
      looked++;
    }
    return looked == 0 ? 0 : (double) bytes * rows.size() / looked;
  }
}
