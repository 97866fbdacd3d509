package io.goodput.jmh;

import io.goodput.cassandra.failure.StacklessFailures;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.db.WriteType;
import org.apache.cassandra.exceptions.WriteTimeoutException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Creates, throws and catches one of Cassandra's timeout exceptions at a realistic stack depth:
 * with its stack trace, as Cassandra ships it, and without, as the plug-in changes it.
 *
 * <p>Requires Cassandra's jars and the plug-in on the class path.
 */
@State(Scope.Benchmark)
@Fork(value = 1, jvmArgsAppend = "-Djdk.attach.allowAttachSelf=true")
public class TimeoutBenchmark extends BenchmarkDefaults {

  /** Stack depth of a coordinator that waits for a write, from a thread dump of a busy node. */
  @Param("27")
  private int depth;

  @Param({"false", "true"})
  private boolean stackless;

  @Setup
  public void switchOn() {
    if (stackless) {
      StacklessFailures.switchOn();
    }
    if (stackless == hasStackTrace(timeout())) {
      throw new IllegalStateException("The plug-in cannot change classes in this JVM");
    }
  }

  private static boolean hasStackTrace(Throwable failure) {
    return failure.getStackTrace().length > 0;
  }

  @Benchmark
  public Throwable writeTimeout() {
    try {
      return descend(depth);
    } catch (WriteTimeoutException e) {
      return e;
    }
  }

  /** Not inlined, so that every call has its own stack frame, as in a server. */
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  private Throwable descend(int left) {
    if (left > 0) {
      return descend(left - 1);
    }
    throw timeout();
  }

  private static WriteTimeoutException timeout() {
    return new WriteTimeoutException(WriteType.SIMPLE, ConsistencyLevel.QUORUM, 1, 2);
  }
}
