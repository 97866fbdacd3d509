package io.goodput.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands between a client and the server, and withholds the server's answers when told so. */
final class Proxy implements AutoCloseable {

  private final ServerSocket listening;
  private volatile boolean cutsAnswers;
  private volatile boolean hangs;
  private final AtomicInteger hung = new AtomicInteger();

  Proxy(int serverPort) {
    try {
      listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon(() -> accept(serverPort));
  }

  String url() {
    return "jdbc:postgresql://localhost:%d/postgres?user=postgres"
        .formatted(listening.getLocalPort());
  }

  /** From now on a connection ends when the server has answered, before the client hears it. */
  void cutAnswers(boolean cut) {
    cutsAnswers = cut;
  }

  /** From now on connections are accepted, and those that are in use are never answered again. */
  void hang(boolean hang) {
    hangs = hang;
  }

  /** How many directions of connections have hung so far. */
  int hung() {
    return hung.get();
  }

  private void accept(int serverPort) {
    while (!listening.isClosed()) {
      try {
        Socket client = listening.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
        daemon(() -> pass(client, server, false));
        daemon(() -> pass(server, client, true));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void pass(Socket from, Socket to, boolean answers) {
    try (from;
        to) {
      byte[] buffer = new byte[8192];
      InputStream in = from.getInputStream();
      boolean silent = false;
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        if (hangs && !silent) {
          silent = true;
          hung.incrementAndGet();
        }
        if (silent) {
          continue;
        }
        if (answers && cutsAnswers) {
          return;
        }
        to.getOutputStream().write(buffer, 0, read);
      }
    } catch (IOException e) {
      // The other side has gone.
    }
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task, "proxy");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
