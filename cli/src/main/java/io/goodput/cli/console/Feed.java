package io.goodput.cli.console;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * What all browsers see: one frame per period, from one sampler. While no browser looks, it does
 * not sample. Thread-safe.
 */
final class Feed implements AutoCloseable {

  /** Fifteen minutes, with a frame each second. */
  private static final int HISTORY = 900;

  /**
   * What is so at a moment.
   *
   * @param json what the page shows
   * @param point what its charts show, also as JSON
   */
  record Frame(String json, String point) {}

  /** Where frames come from. For one thread. */
  interface Source extends AutoCloseable {

    /**
     * Waits until it is time, and returns the state of the cluster.
     *
     * @param isFirst whether the frame before it is missing or old
     */
    Frame next(boolean isFirst) throws InterruptedException;

    @Override
    void close();
  }

  private final Source source;
  private final Thread sampler = new Thread(this::run, "console-sampler");
  private final Deque<String> points = new ArrayDeque<>();
  private String problem = "";
  private int browsers;
  private long number;
  private Frame last = new Frame("", "");
  private boolean closed;

  Feed(Source source) {
    this.source = source;
    sampler.setDaemon(true);
    sampler.start();
  }

  /** A browser that looks. For one thread. */
  final class Browser implements AutoCloseable {

    private long seen;

    private Browser() {
      synchronized (Feed.this) {
        browsers++;
        seen = number;
        Feed.this.notifyAll();
      }
    }

    /** What the charts show so far: points, as a JSON array. */
    String history() {
      synchronized (Feed.this) {
        return "[" + String.join(",", points) + "]";
      }
    }

    /** The next frame. A slow browser skips those that it has missed; empty when it is over. */
    String next() throws InterruptedException {
      synchronized (Feed.this) {
        while (seen == number && !closed) {
          Feed.this.wait();
        }
        seen = number;
        return closed ? "" : last.json();
      }
    }

    @Override
    public void close() {
      synchronized (Feed.this) {
        browsers--;
      }
    }
  }

  Browser open() {
    return new Browser();
  }

  /** How many browsers look. */
  synchronized int browsers() {
    return browsers;
  }

  private void run() {
    try {
      boolean isFirst = true;
      while (!isClosed()) {
        isFirst = !sample(awaitBrowser() || isFirst);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      source.close();
    }
  }

  /** Returns false if that failed, which must not end the feed. */
  private boolean sample(boolean isFirst) throws InterruptedException {
    try {
      publish(source.next(isFirst));
      return true;
    } catch (RuntimeException e) {
      String text = e.toString();
      if (!text.equals(problem)) {
        problem = text;
        System.err.println("goodput: The console cannot show the cluster: " + text);
      }
      TimeUnit.SECONDS.sleep(1);
      return false;
    }
  }

  /** Returns whether it had to wait. Closing the feed interrupts it. */
  private synchronized boolean awaitBrowser() throws InterruptedException {
    boolean waits = browsers == 0;
    while (browsers == 0) {
      wait();
    }
    return waits;
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private synchronized void publish(Frame frame) {
    last = frame;
    number++;
    if (!frame.point().isEmpty()) {
      points.addLast(frame.point());
    }
    if (points.size() > HISTORY) {
      points.removeFirst();
    }
    notifyAll();
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    sampler.interrupt();
  }
}
