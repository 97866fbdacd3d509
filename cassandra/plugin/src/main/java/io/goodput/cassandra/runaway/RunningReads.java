package io.goodput.cassandra.runaway;

import io.goodput.cassandra.platform.Platform;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.cassandra.concurrent.DebuggableTask;
import org.apache.cassandra.db.PartitionRangeReadCommand;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.locator.InetAddressAndPort;
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
final class RunningReads implements RunawayReads.Running {

  /** More are not looked at: a node executes fewer at once, unless answers are lost. */
  private static final int MOST = 4096;

  /** A task is wrapped at most this often. */
  private static final int MOST_WRAPPERS = 4;

  /** The field of each class of task that holds the task within, or the command. */
  private static final Map<Class<?>, Optional<Field>> FIELDS = new ConcurrentHashMap<>();

  private final Map<Asked, RunningRead> remote = new ConcurrentHashMap<>();

  /** A message, and the node that waits for its answer. */
  private record Asked(long id, InetAddressAndPort by) {}

  /** Takes note of a message that this thread is about to execute. */
  void begin(Message<?> message) {
    if (message.payload instanceof PartitionRangeReadCommand command
        && isRange(command)
        && remote.size() < MOST) {
      remote.put(
          new Asked(message.id(), message.respondTo()),
          new RunningRead(command, message.createdAtNanos(), message));
    }
  }

  /** This node answers a message. */
  void end(Message<?> answer, InetAddressAndPort to) {
    if (!remote.isEmpty()) {
      remote.remove(new Asked(answer.id(), to));
    }
  }

  @Override
  public void clear() {
    remote.clear();
  }

  private static boolean isRange(ReadCommand command) {
    return command instanceof PartitionRangeReadCommand
        && !command.isLimitedToOnePartition()
        && !command.metadata().isVirtual()
        && !SchemaConstants.isSystemKeyspace(command.metadata().keyspace);
  }

  @Override
  public List<RunningRead> now(long now) {
    remote.values().removeIf(read -> read.hasExpired(now));
    List<RunningRead> running = new ArrayList<>(remote.values());
    for (DebuggableTask task : Platform.ofThisNode().runningTasks()) {
      ReadCommand command = commandOf(task);
      if (command != null && isRange(command)) {
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
    Optional<Field> field = FIELDS.computeIfAbsent(task.getClass(), RunningReads::field);
    try {
      return field.isEmpty() ? null : field.get().get(task);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Optional<Field> field(Class<?> task) {
    boolean isRead = StorageProxy.LocalReadRunnable.class.isAssignableFrom(task);
    Class<?> type = isRead ? ReadCommand.class : DebuggableTask.class;
    return Stream.of(task.getDeclaredFields())
        .filter(field -> type.isAssignableFrom(field.getType()))
        .peek(field -> field.setAccessible(true))
        .findFirst();
  }
}
