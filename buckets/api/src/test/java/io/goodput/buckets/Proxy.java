package io.goodput.buckets;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A TCP proxy in front of the server. On request it drops or holds answers, or stops forwarding.
 */
public final class Proxy implements AutoCloseable {

  private final ServerSocket listening;
  private volatile boolean cutsAnswers;
  private volatile @Nullable String cutText;
  private volatile boolean hangs;
  private volatile long delayMillis;
  private volatile CountDownLatch held = new CountDownLatch(0);
  private final AtomicInteger hung = new AtomicInteger();

  /** In front of a server on the loopback address. */
  public Proxy(int serverPort) {
    try {
      listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon(() -> accept(serverPort));
  }

  public int port() {
    return listening.getLocalPort();
  }

  public String url() {
    return "jdbc:postgresql://localhost:%d/postgres?user=postgres".formatted(port());
  }

  /** Closes each connection when the server answers, before the client gets the answer. */
  public void cutAnswers(boolean cut) {
    cutsAnswers = cut;
  }

  /** Closes the connection, once, when the server's answer contains a text. */
  public void cutAnswerWith(String text) {
    cutText = text;
  }

  /** Holds all answers until they are released, and then delivers all of them together. */
  public void holdAnswers() {
    held = new CountDownLatch(1);
  }

  public void releaseAnswers() {
    held.countDown();
  }

  /** Delays each answer. */
  public void delayAnswers(Duration delay) {
    delayMillis = delay.toMillis();
  }

  /** Accepts connections, but forwards nothing on those in use, which then stay silent. */
  public void hang(boolean hang) {
    hangs = hang;
  }

  /** The number of directions, two for each connection, that have gone silent. */
  public int hung() {
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
        if (answers && (cutsAnswers || isCut(buffer, read))) {
          return;
        }
        if (answers) {
          held.await();
          TimeUnit.MILLISECONDS.sleep(delayMillis);
        }
        to.getOutputStream().write(buffer, 0, read);
      }
    } catch (InterruptedException | IOException e) {
      // The other side closed the connection.
    }
  }

  private boolean isCut(byte[] buffer, int length) {
    String text = cutText;
    if (text == null
        || !new String(buffer, 0, length, StandardCharsets.ISO_8859_1).contains(text)) {
      return false;
    }
    cutText = null;
    return true;
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task, "proxy");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    releaseAnswers();
    try {
      listening.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
