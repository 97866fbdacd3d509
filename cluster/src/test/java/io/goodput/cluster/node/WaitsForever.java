package io.goodput.cluster.node;

import java.util.concurrent.CountDownLatch;

/** Says that it runs, then that it stops in an orderly way. */
public final class WaitsForever {

  private WaitsForever() {}

  public static void main(String[] args) throws InterruptedException {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("stopped")));
    System.out.println("running");
    new CountDownLatch(1).await();
  }
}
