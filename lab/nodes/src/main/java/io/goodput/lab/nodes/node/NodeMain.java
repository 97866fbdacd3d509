package io.goodput.lab.nodes.node;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * Runs another main class while standard input stays open.
 *
 * <p>Standard input is a pipe from the parent process. It closes when the parent closes it, and
 * also when the parent dies, even by {@code kill -9}. The end of input therefore serves both as the
 * request for a graceful stop and as the protection against orphaned processes.
 */
public final class NodeMain {

  /** Time for the shutdown hooks, in milliseconds, before the process is halted. */
  static final long STOP_TIMEOUT_MILLIS = 30_000;

  private NodeMain() {}

  /** Runs the main class named by the first argument with the remaining arguments. */
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
      // A broken pipe means the same as the end of input.
    }
    daemon("goodput-halt", NodeMain::haltAfterTimeout);
    System.exit(0);
  }

  /** Shutdown hooks can hang, and the parent may no longer exist to kill this process. */
  private static void haltAfterTimeout() {
    try {
      Thread.sleep(STOP_TIMEOUT_MILLIS);
    } catch (InterruptedException e) {
      // This thread is never interrupted; halting early would still be correct.
    }
    Runtime.getRuntime().halt(1);
  }

  private static void daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }
}
