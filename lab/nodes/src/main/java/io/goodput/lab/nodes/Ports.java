package io.goodput.lab.nodes;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Checks that ports are free before a process that needs them is started. */
final class Ports {

  private Ports() {}

  static void requireFree(InetAddress address, int port) {
    if (canListen(address, port)) {
      return;
    }
    String where = address.getHostAddress();
    if (!canListen(address, 0)) {
      throw new PreconditionException(
          where + " is not an address of this machine: add it to the loopback interface.");
    }
    throw new PreconditionException(
        "Port %d on %s is in use: stop the process that uses it, or choose another one with --port."
            .formatted(port, where));
  }

  private static boolean canListen(InetAddress address, int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(address, port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
