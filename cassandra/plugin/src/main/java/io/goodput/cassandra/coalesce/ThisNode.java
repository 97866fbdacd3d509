package io.goodput.cassandra.coalesce;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.platform.Platform;
import io.goodput.cassandra.request.RequestClock;
import io.goodput.core.time.TimeSource;
import io.goodput.core.time.Timer;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.concurrent.ExecutorFactory;
import org.apache.cassandra.concurrent.ScheduledExecutorPlus;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.schema.TableMetadata;

/** The node in this JVM. */
final class ThisNode implements ReadNode {

  private final ScheduledExecutorPlus pauses =
      ExecutorFactory.Global.executorFactory().scheduled(false, "Goodput-reads");
  private final Faults faults;

  ThisNode(Faults faults) {
    this.faults = faults;
  }

  @Override
  public int requestThreads() {
    return DatabaseDescriptor.getNativeTransportMaxThreads();
  }

  @Override
  public TimeSource time() {
    return RequestClock.SOURCE;
  }

  @Override
  public Timer timer() {
    return (nanos, task) -> {
      try {
        ScheduledFuture<?> unused =
            pauses.schedule(
                () -> faults.guard("reading for a group again", task), nanos, TimeUnit.NANOSECONDS);
      } catch (RuntimeException | Error e) {
        faults.report("pausing a group", e);
        throw e;
      }
    };
  }

  @Override
  public boolean hasMasks(TableMetadata table) {
    return Platform.ofThisNode().hasMasks(table);
  }
}
