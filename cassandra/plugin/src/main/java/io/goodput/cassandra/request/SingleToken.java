package io.goodput.cassandra.request;

import io.goodput.cassandra.platform.Platform;
import java.math.BigInteger;
import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.db.PartitionPosition.Kind;
import org.apache.cassandra.dht.AbstractBounds;
import org.apache.cassandra.dht.Murmur3Partitioner.LongToken;
import org.apache.cassandra.dht.RandomPartitioner.BigIntegerToken;
import org.apache.cassandra.dht.Token;
import org.jspecify.annotations.Nullable;

/** Recognizes a range that holds one token, however its bounds are stated. */
final class SingleToken {

  private SingleToken() {}

  /**
   * The only token in a range; null if the range is empty or holds several tokens.
   *
   * @param range the range that a SELECT reads; null if it reads nothing
   */
  static @Nullable Token of(@Nullable AbstractBounds<PartitionPosition> range) {
    // A minimum means a range without that bound.
    if (range == null || range.left.isMinimum() || range.right.isMinimum()) {
      return null;
    }
    Token left = range.left.getToken();
    Token right = range.right.getToken();
    boolean includesLeft = range.left.kind() == Kind.MIN_BOUND;
    boolean includesRight = range.right.kind() == Kind.MAX_BOUND;
    if (includesLeft && includesRight) {
      return left.equals(right) ? left : null;
    }
    if (!(left.getTokenValue() instanceof Number)) {
      // Between two tokens that are bytes there is always a third.
      return null;
    }
    Token first = includesLeft ? left : next(left);
    Token last = includesRight ? first : next(first);
    return last.equals(right) ? first : null;
  }

  private static Token next(Token token) {
    return token instanceof LongToken ofMurmur3
        ? new LongToken(Platform.ofThisNode().valueOf(ofMurmur3) + 1)
        : new BigIntegerToken(((BigInteger) token.getTokenValue()).add(BigInteger.ONE));
  }
}
