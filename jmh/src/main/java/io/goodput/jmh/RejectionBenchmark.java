package io.goodput.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One rejection as an exception that is thrown deep in the stack and caught at its bottom. The
 * answer to the client is not part of it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RejectionBenchmark {

  /** Calls between the one that throws and the one that catches. */
  @Param({"10", "30", "60"})
  private int depth;

  private final Stackless once = new Stackless(message());

  /** As Goodput does it: made once, without a stack trace, and thrown for every request. */
  @Benchmark
  public Throwable stacklessMadeOnce() {
    return caught(Way.ONCE);
  }

  /** Without a stack trace, made for every request with its message. */
  @Benchmark
  public Throwable stacklessMadeEachTime() {
    return caught(Way.STACKLESS);
  }

  /** As exceptions usually are: made for every request with message and stack trace. */
  @Benchmark
  public Throwable withStackTrace() {
    return caught(Way.WITH_STACK_TRACE);
  }

  private Throwable caught(Way way) {
    try {
      return descend(depth, way);
    } catch (IllegalStateException e) {
      return e;
    }
  }

  /** A frame of its own for every call, as in a server, whose stack is no single method either. */
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  private Throwable descend(int left, Way way) {
    if (left > 0) {
      return descend(left - 1, way);
    }
    throw exception(way);
  }

  private IllegalStateException exception(Way way) {
    return switch (way) {
      case ONCE -> once;
      case STACKLESS -> new Stackless(message());
      case WITH_STACK_TRACE -> new IllegalStateException(message());
    };
  }

  private static String message() {
    return String.format(
        "Per-partition rate limit reached for %s in table %s.%s, rejected by %s",
        "reads", "ks", "t", "coordinator");
  }

  private enum Way {
    ONCE,
    STACKLESS,
    WITH_STACK_TRACE
  }

  private static final class Stackless extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    Stackless(String message) {
      super(message);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }
}
