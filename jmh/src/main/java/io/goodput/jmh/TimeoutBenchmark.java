package io.goodput.jmh;

import io.goodput.cassandra.failure.StacklessFailures;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.db.WriteType;
import org.apache.cassandra.exceptions.WriteTimeoutException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One of Cassandra's own time-outs, made, thrown and caught as deep as in the server: as Cassandra
 * ships it, and after the plug-in has taken its stack trace away.
 *
 * <p>Needs Cassandra's jars and the plug-in on the class path.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Djdk.attach.allowAttachSelf=true")
public class TimeoutBenchmark {

  /** Calls below a coordinator's write that waits, as a thread dump of a busy node shows them. */
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
      throw new IllegalStateException("Classes could not be changed in this JVM");
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

  /** A frame of its own for every call, as in a server, whose stack is no single method either. */
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
