package io.goodput.lab.microbenchmarks;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Rejects one request with an exception that is thrown deep in the stack and caught at its base.
 * Does not include the response to the client.
 */
@State(Scope.Benchmark)
public class RejectionBenchmark extends BenchmarkDefaults {

  /** Number of calls between the throw and the catch. */
  @Param({"10", "30", "60"})
  private int depth;

  private final Stackless preallocated = new Stackless(message());

  /** Goodput's way: one preallocated exception without a stack trace for all requests. */
  @Benchmark
  public Throwable stacklessPreallocated() {
    return rejection(Kind.PREALLOCATED);
  }

  /** A new exception with a message but without a stack trace for each request. */
  @Benchmark
  public Throwable stacklessPerRequest() {
    return rejection(Kind.STACKLESS);
  }

  /** The usual way: a new exception with a message and a stack trace for each request. */
  @Benchmark
  public Throwable withStackTrace() {
    return rejection(Kind.WITH_STACK_TRACE);
  }

  private Throwable rejection(Kind kind) {
    try {
      return descend(depth, kind);
    } catch (IllegalStateException e) {
      return e;
    }
  }

  /** Not inlined, so that every call has its own stack frame, as in a server. */
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  private Throwable descend(int left, Kind kind) {
    if (left > 0) {
      return descend(left - 1, kind);
    }
    throw exception(kind);
  }

  private IllegalStateException exception(Kind kind) {
    return switch (kind) {
      case PREALLOCATED -> preallocated;
      case STACKLESS -> new Stackless(message());
      case WITH_STACK_TRACE -> new IllegalStateException(message());
    };
  }

  private static String message() {
    return String.format(
        "Per-partition rate limit reached for %s in table %s.%s, rejected by %s",
        "reads", "ks", "t", "coordinator");
  }

  private enum Kind {
    PREALLOCATED,
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
