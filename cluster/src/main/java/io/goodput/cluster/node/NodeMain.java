package io.goodput.cluster.node;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * Runs another main class for as long as standard input stays open.
 *
 * <p>Standard input is a pipe whose other end only the starting process holds. It closes when that
 * process closes it, and also when that process dies in whatever way, {@code kill -9} included. So
 * one signal serves both for an orderly stop and for leaving no orphan behind.
 */
public final class NodeMain {

  /** How long the shutdown hooks may take, in milliseconds, before the process is halted. */
  static final long STOP_LIMIT_MILLIS = 30_000;

  private NodeMain() {}

  /** The first argument names the main class; the others are handed to it. */
  public static void main(String[] args) throws Throwable {
    daemon("goodput-stop-on-eof", NodeMain::exitAtEndOfInput);
    Class<?> main = Class.forName(args[0]);
    try {
      main.getMethod("main", String[].class)
          .invoke(null, (Object) Arrays.copyOfRange(args, 1, args.length));
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static void exitAtEndOfInput() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // A broken pipe says the same as its end.
    }
    daemon("goodput-halt", NodeMain::haltAfterLimit);
    System.exit(0);
  }

  /** Shutdown hooks can hang, and nobody may be left to kill the process. */
  private static void haltAfterLimit() {
    try {
      Thread.sleep(STOP_LIMIT_MILLIS);
    } catch (InterruptedException e) {
      // Nobody interrupts this thread; halting early would still be right.
    }
    Runtime.getRuntime().halt(1);
  }

  private static void daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }
}
