package io.goodput.cassandra.runaway;

import io.goodput.cassandra.platform.Platform;
import io.goodput.cassandra.request.RequestClock;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.cassandra.concurrent.DebuggableTask;
import org.apache.cassandra.db.PartitionRangeReadCommand;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.net.Message;
import org.apache.cassandra.schema.SchemaConstants;
import org.apache.cassandra.service.StorageProxy;
import org.jspecify.annotations.Nullable;

/**
 * The reads of ranges that this node executes now. Those of other nodes are seen when they arrive;
 * its own are found among the tasks that Cassandra's threads execute, where {@code
 * system_views.queries} finds them, too.
 *
 * <p>Thread-safe.
 */
final class RunningReads {

  /** More are not looked at: a node has fewer threads for reads. */
  private static final int MOST = 4096;

  /** A task is wrapped at most this often. */
  private static final int MOST_WRAPPERS = 4;

  /** The field of each class of task that holds the task within, or the command. */
  private static final Map<Class<?>, List<Field>> FIELDS = new ConcurrentHashMap<>();

  private final Queue<RunningRead> remote = new ConcurrentLinkedQueue<>();
  private final AtomicInteger count = new AtomicInteger();

  /** Takes note of a message that this thread is about to execute. */
  void begin(Message<?> message) {
    if (message.payload instanceof PartitionRangeReadCommand command
        && isOfUsers(command)
        && count.incrementAndGet() <= MOST) {
      remote.add(new RunningRead(command, RequestClock.now(), message));
    } else if (message.payload instanceof PartitionRangeReadCommand command && isOfUsers(command)) {
      count.decrementAndGet();
    }
  }

  private static boolean isOfUsers(ReadCommand command) {
    return !command.metadata().isVirtual()
        && !SchemaConstants.isSystemKeyspace(command.metadata().keyspace);
  }

  /** Those that run now. */
  List<RunningRead> now() {
    remote.removeIf(
        read -> {
          boolean hasEnded = !read.command().isInProgress();
          if (hasEnded) {
            count.decrementAndGet();
          }
          return hasEnded;
        });
    List<RunningRead> running = new ArrayList<>(remote);
    for (DebuggableTask task : Platform.ofThisNode().runningTasks()) {
      ReadCommand command = commandOf(task);
      if (command instanceof PartitionRangeReadCommand && isOfUsers(command)) {
        running.add(new RunningRead(command, task.startTimeNanos(), null));
      }
    }
    return running;
  }

  /** The command of a read that this node coordinates; null if the task is something else. */
  private static @Nullable ReadCommand commandOf(Object task) {
    Object seen = task;
    for (int depth = 0; depth <= MOST_WRAPPERS && seen != null; depth++) {
      Object within = within(seen);
      if (within instanceof ReadCommand command) {
        return command;
      }
      seen = within;
    }
    return null;
  }

  private static @Nullable Object within(Object task) {
    for (Field field : FIELDS.computeIfAbsent(task.getClass(), RunningReads::fields)) {
      try {
        return field.get(task);
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
    return null;
  }

  private static List<Field> fields(Class<?> task) {
    boolean isRead = StorageProxy.LocalReadRunnable.class.isAssignableFrom(task);
    Class<?> type = isRead ? ReadCommand.class : DebuggableTask.class;
    return Stream.of(task.getDeclaredFields())
        .filter(field -> type.isAssignableFrom(field.getType()))
        .peek(field -> field.setAccessible(true))
        .toList();
  }
}
