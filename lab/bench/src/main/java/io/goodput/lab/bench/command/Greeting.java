package io.goodput.lab.bench.command;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The message of {@code goodput run} when the cluster is ready. */
final class Greeting {

  /** Where {@code goodput load} finds a cluster by itself. */
  private static final int CQL_PORT = 9042;

  private Greeting() {}

  /**
   * The message.
   *
   * @param console URL of the console; null without a console
   */
  static String of(
      List<InetSocketAddress> nodes,
      Path data,
      long seconds,
      boolean limits,
      @Nullable String console) {
    int port = nodes.get(0).getPort();
    List<String> hosts = nodes.stream().map(InetSocketAddress::getHostString).toList();
    return """
        Ready after %d s: %s port %d; logs in %s. Ctrl-C stops it.
        %s"""
        .formatted(
            seconds,
            String.join(", ", hosts),
            port,
            data.resolve("node*").resolve("logs"),
            console == null
                ? statements(hosts.get(0), port, Math.min(nodes.size(), 3), limits)
                : load(console, port));
  }

  /** A load to watch on the page. */
  private static String load(String console, int port) {
    return """
        For the console, open %s in a browser.
        To try it, run in another terminal: ./goodput load%s"""
        .formatted(console, port == CQL_PORT ? "" : " --port " + port);
  }

  private static String statements(String host, int port, int replicas, boolean limits) {
    return """
        To try it, run cqlsh %s %d and paste:
        CREATE KEYSPACE IF NOT EXISTS demo WITH replication = \
        {'class': 'NetworkTopologyStrategy', 'replication_factor': %d};
        CREATE TABLE IF NOT EXISTS demo.posts (id int PRIMARY KEY, body text)%s;
        SELECT * FROM demo.posts WHERE id = 1;"""
        .formatted(
            host,
            port,
            replicas,
            limits ? " WITH per_partition_rate_limit = {'max_reads_per_second': 100}" : "");
  }
}
