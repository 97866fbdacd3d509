package io.goodput.lab.bench.tokenbucket;

import io.goodput.cli.CommandException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A way to a database of this machine that passes nothing on once it hangs, and accepts connections
 * all the same: as if the server were stopped.
 */
final class Hang implements Trouble {

  private static final Pattern ADDRESS = Pattern.compile("//([^:/]+):([0-9]+)/");

  private final String host;
  private final int port;
  private final String url;
  private final ServerSocket server;
  private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private final CountDownLatch isOver = new CountDownLatch(1);
  private volatile boolean hangs;

  /** Passes everything on until {@link #begin}. */
  Hang(String url) {
    Matcher address = ADDRESS.matcher(url);
    if (!address.find()) {
      throw new CommandException("The URL of the database has no port.");
    }
    host = address.group(1);
    port = Integer.parseInt(address.group(2));
    try {
      server = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new CommandException("Cannot listen: %s.".formatted(e.getMessage()), e);
    }
    this.url = address.replaceFirst("//127.0.0.1:" + server.getLocalPort() + "/");
    start(this::accept);
  }

  @Override
  public String url() {
    return url;
  }

  @Override
  public void begin() {
    hangs = true;
  }

  /** Breaks all connections. */
  @Override
  public void close() {
    isOver.countDown();
    closed(server);
    sockets.forEach(Hang::closed);
  }

  private void accept() {
    try {
      while (true) {
        Socket client = server.accept();
        Socket target = new Socket(host, port);
        sockets.add(client);
        sockets.add(target);
        start(() -> pass(client, target));
        start(() -> pass(target, client));
      }
    } catch (IOException e) {
      // The case is over.
    }
  }

  private void pass(Socket from, Socket to) {
    byte[] bytes = new byte[8_192];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
        if (hangs) {
          isOver.await();
        }
        to.getOutputStream().write(bytes, 0, count);
      }
    } catch (IOException e) {
      // One side has ended the connection, or the case is over.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void start(Runnable action) {
    Thread thread = new Thread(action, "hang");
    thread.setDaemon(true);
    thread.start();
  }

  private static void closed(AutoCloseable socket) {
    try {
      socket.close();
    } catch (Exception e) {
      // It was closed already.
    }
  }
}
