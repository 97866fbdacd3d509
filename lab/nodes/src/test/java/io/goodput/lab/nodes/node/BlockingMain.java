package io.goodput.lab.nodes.node;

import java.util.concurrent.CountDownLatch;

/** Prints "running", blocks forever, and prints "stopped" in a shutdown hook. */
public final class BlockingMain {

  private BlockingMain() {}

  public static void main(String[] args) throws InterruptedException {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("stopped")));
    System.out.println("running");
    new CountDownLatch(1).await();
  }
}
