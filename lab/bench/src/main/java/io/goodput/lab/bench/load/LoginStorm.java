package io.goodput.lab.bench.load;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * Clients that log in with a password, each on a new connection, again and again, as after a
 * network failure. A client that waits for too long tries again at once. A node checks a password
 * with bcrypt, which takes tens of milliseconds of processor time.
 */
public final class LoginStorm {

  private static final byte VERSION = 4;
  private static final byte STARTUP = 0x01;
  private static final byte AUTHENTICATE = 0x03;
  private static final byte AUTH_RESPONSE = 0x0F;
  private static final int BYTES_BEFORE_OPCODE = 4;

  private LoginStorm() {}

  /**
   * Logs in for a while.
   *
   * @param role whose password is its name
   * @param timeout after which a client tries again
   */
  public static void run(
      List<InetSocketAddress> nodes, String role, int clients, Duration timeout, Duration length) {
    long end = System.nanoTime() + length.toNanos();
    CompletableFuture<?>[] all =
        IntStream.range(0, clients)
            .mapToObj(
                client ->
                    CompletableFuture.runAsync(
                        () -> {
                          for (int login = client; System.nanoTime() < end; login++) {
                            InetSocketAddress node = nodes.get(login % nodes.size());
                            logIn(node, role, timeout);
                          }
                        },
                        task -> new Thread(task, "login").start()))
            .toArray(CompletableFuture<?>[]::new);
    CompletableFuture.allOf(all).join();
  }

  private static void logIn(InetSocketAddress node, String role, Duration timeout) {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout((int) timeout.toMillis());
      socket.connect(node, (int) timeout.toMillis());
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      DataInputStream in = new DataInputStream(socket.getInputStream());
      String name = "CQL_VERSION";
      String value = "3.4.5";
      send(out, STARTUP, 2 + 2 + name.length() + 2 + value.length());
      out.writeShort(1);
      out.writeUTF(name);
      out.writeUTF(value);
      out.flush();
      if (receive(in) != AUTHENTICATE) {
        return;
      }
      byte[] token = ("\0" + role + "\0" + role).getBytes(StandardCharsets.UTF_8);
      send(out, AUTH_RESPONSE, Integer.BYTES + token.length);
      out.writeInt(token.length);
      out.write(token);
      out.flush();
      receive(in);
    } catch (IOException e) {
      // The client tries again.
    }
  }

  private static void send(DataOutputStream out, byte opcode, int length) throws IOException {
    out.writeByte(VERSION);
    out.writeByte(0);
    out.writeShort(0);
    out.writeByte(opcode);
    out.writeInt(length);
  }

  /** Reads an answer, and returns its opcode. */
  private static byte receive(DataInputStream in) throws IOException {
    in.skipNBytes(BYTES_BEFORE_OPCODE);
    byte opcode = in.readByte();
    in.skipNBytes(in.readInt());
    return opcode;
  }
}
