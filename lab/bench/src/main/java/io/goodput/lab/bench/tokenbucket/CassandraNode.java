package io.goodput.lab.bench.tokenbucket;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.cassandra.CassandraBuckets;
import io.goodput.lab.bench.load.LoadClient;
import io.goodput.lab.nodes.TemporaryCluster;
import java.net.InetSocketAddress;
import java.util.List;

/** A temporary node without the plug-in, with the tables that the clients need. */
final class CassandraNode implements Store {

  static final String KEYSPACE = "bench";

  private final TemporaryCluster cluster;
  private final LoadClient client;

  /** Closes the cluster in the end. */
  CassandraNode(TemporaryCluster cluster) {
    this.cluster = cluster;
    client = LoadClient.connect(cluster.cluster().contactPoints());
    client.create(cluster);
    try (TokenBuckets buckets = CassandraBuckets.on(client.session(), KEYSPACE).open()) {
      buckets.install();
    }
  }

  /** Opens a session with the defaults of the driver. */
  static CqlSession connect(String url) {
    int colon = url.lastIndexOf(':');
    int port = Integer.parseInt(url.substring(colon + 1));
    return CqlSession.builder()
        .addContactPoints(List.of(new InetSocketAddress(url.substring(0, colon), port)))
        .withLocalDatacenter("datacenter1")
        .build();
  }

  @Override
  public String url() {
    InetSocketAddress first = cluster.cluster().contactPoints().get(0);
    return first.getHostString() + ':' + first.getPort();
  }

  @Override
  public String version() {
    ResultSet row = client.session().execute("SELECT release_version FROM system.local");
    return "Cassandra " + row.all().get(0).getString(0);
  }

  /** A commit log is on disk within ten seconds by default. */
  @Override
  public boolean isDurable() {
    return false;
  }

  @Override
  public void close() {
    try (cluster) {
      client.close();
    }
  }
}
