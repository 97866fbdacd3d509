package io.goodput.core.coalesce;

import io.goodput.core.time.Timer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A timer whose tasks run when the test says so. */
final class ManualTimer implements Timer {

  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

  @Override
  public void after(long nanos, Runnable task) {
    tasks.add(task);
  }

  int tasks() {
    return tasks.size();
  }

  /** Ends all pauses. */
  void fire() {
    for (int i = tasks.size(); i > 0; i--) {
      tasks.remove().run();
    }
  }
}
