package io.goodput.buckets;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The answer of several buckets to a caller that wants tokens from all of them. Immutable. */
public final class JointVerdict {

  private final Map<TokenBucket, Verdict> verdicts;
  private final @Nullable TokenBucket refusing;

  private JointVerdict(Map<TokenBucket, Verdict> verdicts, @Nullable TokenBucket refusing) {
    this.verdicts = Collections.unmodifiableMap(verdicts);
    this.refusing = refusing;
  }

  /** Takes tokens from one bucket after the other, and puts them back if one refuses. */
  static JointVerdict of(Map<TokenBucket, Long> tokens) {
    List<Map.Entry<TokenBucket, Long>> inOrder =
        Map.copyOf(tokens).entrySet().stream()
            .sorted(Comparator.comparing(entry -> entry.getKey().id()))
            .toList();
    if (inOrder.isEmpty()) {
      throw new IllegalArgumentException("There are no buckets to take tokens from: name some.");
    }
    Map<TokenBucket, Verdict> verdicts = new LinkedHashMap<>();
    boolean admitted = false;
    try {
      for (Map.Entry<TokenBucket, Long> wanted : inOrder) {
        Verdict verdict = wanted.getKey().tryAcquire(wanted.getValue());
        verdicts.put(wanted.getKey(), verdict);
        if (!verdict.admitted()) {
          return new JointVerdict(verdicts, wanted.getKey());
        }
      }
      admitted = true;
      return new JointVerdict(verdicts, null);
    } finally {
      if (!admitted) {
        verdicts.forEach(JointVerdict::putBack);
      }
    }
  }

  /** A fallback has taken nothing from the bucket. */
  private static void putBack(TokenBucket bucket, Verdict verdict) {
    if (verdict.reason() == Reason.ADMITTED) {
      bucket.refund(verdict.acquired());
    }
  }

  /** Whether the tokens of all buckets were taken. If not, none were. */
  public boolean admitted() {
    return refusing == null;
  }

  /** The bucket that refused; empty if the tokens were taken. */
  public Optional<TokenBucket> refusedBy() {
    return Optional.ofNullable(refusing);
  }

  /**
   * The verdict of the bucket that refused; if the tokens were taken, that of the bucket with the
   * fewest tokens left.
   */
  public Verdict verdict() {
    Verdict refused = refusing == null ? null : verdicts.get(refusing);
    return refused == null
        ? Collections.min(verdicts.values(), Comparator.comparingLong(Verdict::remaining))
        : refused;
  }

  /**
   * The verdicts of the buckets that were asked, in the order of their ids. After a refusal, no
   * further bucket was asked, and the tokens of those before have been put back.
   */
  public Map<TokenBucket, Verdict> verdicts() {
    return verdicts;
  }

  @Override
  public String toString() {
    return refusing == null
        ? "admitted by all: " + verdict()
        : "bucket '%s': %s".formatted(refusing.id(), verdict());
  }
}
