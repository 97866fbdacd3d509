package io.goodput.cli;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The message of {@code goodput run} when the cluster is ready. */
final class Greeting {

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
        %sTo try it, run cqlsh %s %d and paste:
        CREATE KEYSPACE IF NOT EXISTS demo WITH replication = \
        {'class': 'SimpleStrategy', 'replication_factor': %d};
        CREATE TABLE IF NOT EXISTS demo.posts (id int PRIMARY KEY, body text)%s;
        SELECT * FROM demo.posts WHERE id = 1;"""
        .formatted(
            seconds,
            String.join(", ", hosts),
            port,
            data.resolve("node*").resolve("logs"),
            console == null ? "" : "For the console, open %s in a browser.%n".formatted(console),
            hosts.get(0),
            port,
            Math.min(nodes.size(), 3),
            limits ? " WITH per_partition_rate_limit = {'max_reads_per_second': 100}" : "");
  }
}
