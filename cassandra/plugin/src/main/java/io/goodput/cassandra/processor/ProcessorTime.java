package io.goodput.cassandra.processor;

import io.goodput.core.fair.ProcessorUse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How this node's threads for requests, reads, and writes use processors, and those of its own
 * work. Only Linux tells that; elsewhere all is zero.
 *
 * <p>Belongs to one thread. Keeps a small file open for each of these threads.
 *
 * <p>Source: {@code /proc/<pid>/task/<tid>/schedstat}, Linux kernel documentation, "Scheduler
 * Statistics".
 */
public final class ProcessorTime {

  /** How the names of the threads for requests begin; the kernel keeps 15 characters. */
  private static final List<String> REQUESTS =
      List.of("Native-Transpor", "ReadStage", "MutationStage", "CounterMutation", "SharedPool");

  /** The same of those that compact, validate for repairs, build indexes and views, and stream. */
  private static final List<String> OWN_WORK =
      List.of(
          "CompactionExecu",
          "ValidationExecu",
          "SecondaryIndex",
          "ViewBuildExecut",
          "Stream-",
          "NettyStreaming");

  /** The threads are listed anew after this many updates. */
  private static final int LIST_EVERY = 10;

  private static final int MOST_BYTES = 64;

  private final Path tasks;
  private final Path own;
  private final Map<String, Task> ofRequests = new HashMap<>();
  private final Map<String, Task> ofOwnWork = new HashMap<>();
  private final ByteBuffer buffer = ByteBuffer.allocate(MOST_BYTES);
  private @Nullable Task caller;
  private int updates;
  private long ran;
  private long waited;
  private long turns;

  /** Times of this JVM. */
  public ProcessorTime() {
    this(Path.of("/proc/self/task"), Path.of("/proc/thread-self"));
  }

  /**
   * Times that a folder tells.
   *
   * @param tasks a folder for each thread
   * @param own the folder of the thread that calls {@link #use}
   */
  ProcessorTime(Path tasks, Path own) {
    this.tasks = tasks;
    this.own = own;
  }

  /** What has happened since the last call. */
  public ProcessorUse use() {
    if (updates++ % LIST_EVERY == 0) {
      list();
    }
    clear();
    if (caller != null) {
      caller = updated(caller) ? caller : null;
    }
    long delayed = waited;
    clear();
    // A thread that cannot be read has ended.
    ofOwnWork.values().removeIf(task -> !updated(task));
    long ranForItself = ran;
    clear();
    ofRequests.values().removeIf(task -> !updated(task));
    int processors = Runtime.getRuntime().availableProcessors();
    return new ProcessorUse(ran, waited, turns, delayed, ranForItself, processors);
  }

  private void clear() {
    ran = 0;
    waited = 0;
    turns = 0;
  }

  private static boolean updated(Task task) {
    try {
      task.update();
      return true;
    } catch (IOException | NumberFormatException e) {
      task.close();
      return false;
    }
  }

  private void list() {
    if (caller == null) {
      caller = opened(own);
    }
    try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
      for (Path task : all) {
        String id = task.getFileName().toString();
        if (!ofRequests.containsKey(id) && !ofOwnWork.containsKey(id)) {
          open(id, task);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // There is no such folder outside of Linux.
    }
  }

  private void open(String id, Path folder) {
    try {
      String name = Files.readString(folder.resolve("comm"));
      if (REQUESTS.stream().anyMatch(name::startsWith)) {
        add(id, opened(folder), ofRequests);
      } else if (OWN_WORK.stream().anyMatch(name::startsWith)) {
        add(id, opened(folder), ofOwnWork);
      }
    } catch (IOException e) {
      // The thread has ended.
    }
  }

  private static void add(String id, @Nullable Task task, Map<String, Task> tasks) {
    if (task != null) {
      tasks.put(id, task);
    }
  }

  /** Null if the thread has ended, or if there is no such file outside of Linux. */
  private @Nullable Task opened(Path folder) {
    try {
      return new Task(FileChannel.open(folder.resolve("schedstat"), StandardOpenOption.READ));
    } catch (IOException e) {
      return null;
    }
  }

  /** A thread. */
  private final class Task {

    private final FileChannel file;
    private long ranBefore = -1;
    private long waitedBefore;
    private long turnsBefore;

    Task(FileChannel file) {
      this.file = file;
    }

    void update() throws IOException {
      buffer.clear();
      file.read(buffer, 0);
      buffer.flip();
      long ranUntilNow = number();
      long waitedUntilNow = number();
      long turnsUntilNow = number();
      if (ranBefore >= 0) {
        ran += ranUntilNow - ranBefore;
        waited += waitedUntilNow - waitedBefore;
        turns += turnsUntilNow - turnsBefore;
      }
      ranBefore = ranUntilNow;
      waitedBefore = waitedUntilNow;
      turnsBefore = turnsUntilNow;
    }

    /** The next number, and the character after it. */
    private long number() {
      long number = 0;
      boolean isEmpty = true;
      while (buffer.hasRemaining()) {
        int digit = buffer.get() - '0';
        if (digit < 0 || digit > 9) {
          break;
        }
        number = 10 * number + digit;
        isEmpty = false;
      }
      if (isEmpty) {
        throw new NumberFormatException();
      }
      return number;
    }

    void close() {
      try {
        file.close();
      } catch (IOException e) {
        // It was open for reading only.
      }
    }
  }
}
