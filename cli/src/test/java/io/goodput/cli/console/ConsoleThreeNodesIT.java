package io.goodput.cli.console;

import static io.goodput.cli.console.ConsoleBrowser.DESK;
import static io.goodput.cli.console.ConsoleBrowser.PHONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.fasterxml.jackson.databind.JsonNode;
import io.goodput.cli.TestNodes;
import io.goodput.cli.watch.Nodes;
import io.goodput.lab.nodes.Cluster;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The console of three real nodes in a real browser, while a client reads one partition too often.
 * The tests follow an operator from the trouble to its end.
 */
@DisplayName("The console of a cluster under load")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
class ConsoleThreeNodesIT {

  private static final int PORT = 9412;

  /** Where the docs keep their pictures; set this property to renew them. */
  private static final Path PICTURES =
      Path.of(System.getProperty("goodput.pictures", "target/pictures"));

  private final Cluster cluster =
      Cluster.start(
          TestNodes.on(PORT).withNodes(3).withOptions(TestNodes.secured(TestNodes.withPlugin())));
  private final Console console = console(session("cassandra"));
  private final CqlSession operator = session("cassandra");
  private HotReads load;
  private ConsoleBrowser page;

  private static Console console(CqlSession session) {
    return new Console(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        new ClusterSource(new Nodes(session)),
        Changes.by(session));
  }

  private CqlSession session(String role) {
    return TestNodes.session(cluster, role);
  }

  @BeforeAll
  void show(@TempDir Path folder) throws Exception {
    Files.createDirectories(PICTURES);
    List.of(
            "CREATE KEYSPACE demo WITH replication ="
                + " {'class': 'NetworkTopologyStrategy', 'replication_factor': 3}",
            "CREATE TABLE demo.posts (id text PRIMARY KEY, body text)"
                + " WITH per_partition_rate_limit = {'max_reads_per_second': 5000}",
            "CREATE TABLE demo.likes (id text PRIMARY KEY, likes int)",
            "CREATE ROLE app WITH LOGIN = true AND PASSWORD = 'app'",
            "GRANT SELECT ON KEYSPACE demo TO app")
        .forEach(statement -> TestNodes.execute(operator, statement));
    await().atMost(Duration.ofMinutes(1)).until(operator::checkSchemaAgreement);
    for (String key : HotReads.keys(HOT)) {
      operator.execute(
          SimpleStatement.newInstance(
              "INSERT INTO demo.posts (id, body) VALUES (?, ?)", key, "x".repeat(BODY)));
    }
    load = HotReads.start(session("app"), "demo.posts", HOT);
    page = ConsoleBrowser.start(console.url(), folder);
  }

  private static final String HOT = "post-1";

  /** Characters of a post. */
  private static final int BODY = 1_000;

  @AfterAll
  void close() {
    if (page != null) {
      page.close();
    }
    if (load != null) {
      load.close();
    }
    operator.close();
    console.close();
    cluster.kill();
  }

  @Test
  @Order(1)
  @DisplayName("names the hot partition and its client within ten seconds")
  void hotPartition() throws Exception {
    long begin = System.nanoTime();
    page.show(DESK, "light");
    page.await("document.getElementById('banner').dataset.level === 'TROUBLE'");
    page.await("document.getElementById('sentence').textContent.includes(', requested')");

    assertThat(System.nanoTime() - begin).isLessThan(10_000_000_000L);
    assertThat(page.text("#sentence"))
        .contains("of the cluster's reads", HOT, "demo.posts")
        .endsWith(", requested by role app from 127.0.0.1 with goodput.");
    assertThat(page.text("#partitions tbody code")).isEqualTo("'" + HOT + "'");
    assertThat(page.text("#partitions tbody td")).matches("[\\d,]+").isNotEqualTo("0");
  }

  @Test
  @Order(2)
  @DisplayName("tells the bytes per second of the hot partition")
  void bytes() throws Exception {
    page.await("/\\d (KiB|MiB)/.test(document.querySelector('#partitions tbody tr').textContent)");
  }

  @Test
  @Order(3)
  @DisplayName("tells the share of the hot partition: about 85% of the reads")
  void share() throws Exception {
    awaitShare();
    page.tab().picture(PICTURES.resolve("trouble.png"));
  }

  /** The page tells a share only once the rate is steady, which takes a cold cluster a while. */
  private void awaitShare() {
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> page.text("#sentence").matches(".* draws (7[5-9]|8\\d|9[0-4])% .*"));
  }

  @Test
  @Order(4)
  @DisplayName("is accessible on a phone by night, and complains of nothing")
  void phone() throws Exception {
    page.show(PHONE, "dark");
    page.await("document.querySelector('#partitions tbody tr')");

    assertThat(page.violations()).isEmpty();
    assertThat(page.tab().evaluate("document.documentElement.scrollWidth").asInt())
        .isLessThanOrEqualTo(PHONE);
    page.tab().picture(PICTURES.resolve("phone.png"));
    assertThat(page.tab().complaints()).isEmpty();
  }

  @Test
  @Order(5)
  @DisplayName("gives a statement that ends the trouble")
  void statement() throws Exception {
    page.show(DESK, "dark");
    page.await("!document.getElementById('limit-worst').hidden");
    page.tab().evaluate("document.getElementById('limit-worst').click()");
    page.tab().picture(PICTURES.resolve("limit.png"));

    watchBanner();
    paste(page.text("#dialog .statement code"));

    page.tab().evaluate("document.getElementById('dialog').close()");
    page.await("document.getElementById('banner').dataset.level === 'HELD'");
    page.await("document.getElementById('action').textContent.includes('an override admits')");
    assertThat(seen()).noneMatch(seen -> seen.contains("the limit of the table admits"));
    page.await("document.querySelector('#overrides tbody tr')");
    assertThat(page.text("#overrides tbody th")).isEqualTo("'" + HOT + "'");
    awaitShare();
    page.tab().picture(PICTURES.resolve("held.png"));
  }

  /** Keeps each state of the banner from now on. */
  private void watchBanner() throws Exception {
    page.tab()
        .evaluate(
            """
            window.seen = [];
            new MutationObserver(() => seen.push(
                document.getElementById('banner').dataset.level + ': '
                    + document.getElementById('sentence').textContent + ' '
                    + document.getElementById('action').textContent))
              .observe(document.getElementById('banner'),
                { attributes: true, childList: true, subtree: true });
            true""");
  }

  private List<String> seen() throws Exception {
    return StreamSupport.stream(page.tab().evaluate("seen").spliterator(), false)
        .map(JsonNode::asText)
        .toList();
  }

  /** As cqlsh does, which waits for longer than the console. */
  private void paste(String statement) {
    TestNodes.execute(operator, statement.replaceAll(";$", ""));
  }

  @Test
  @Order(6)
  @DisplayName("tells what has happened, and what a limit would have rejected")
  void eventsAndPeakRates() throws Exception {
    for (String event :
        List.of(
            "Partition '" + HOT + "' of demo.posts became hot",
            "of demo.posts has an override until",
            "of demo.posts is over its limit",
            "The node has started with Goodput")) {
      page.await(
          "[...document.querySelectorAll('#events .message')]"
              + ".some(message => message.textContent.includes(\"%s\"))".formatted(event));
    }
    page.await(
        "/counted reads would have been rejected/.test("
            + "document.querySelector('.effect').textContent)");
    assertThat(page.text(".effect")).matches(".*of the counted reads would .*");
  }

  @Test
  @Order(7)
  @DisplayName("removes an override if changes are allowed, and sets one")
  void changes() throws Exception {
    page.tab().evaluate("document.querySelector('#overrides tbody button').click()");
    page.tab().evaluate("document.querySelector('#dialog .primary').click()");
    page.await("document.querySelector('#dialog > [role=status]').textContent === 'Removed.'");
    page.await("!document.querySelector('#overrides tbody tr')");

    page.tab().evaluate("document.getElementById('dialog').close()");
    page.tab().evaluate("document.querySelector('#partitions tbody button').click()");
    page.tab().evaluate("document.querySelector('#dialog .primary').click()");

    page.await("document.querySelector('#dialog > [role=status]').textContent === 'Limited.'");
    page.await("document.querySelector('#overrides tbody tr')");
    assertThat(page.tab().complaints()).isEmpty();
  }

  @Test
  @Order(8)
  @DisplayName("stays calm when an attack ends that an override holds")
  void attackEnds() throws Exception {
    page.await("document.getElementById('banner').dataset.level === 'HELD'");
    watchBanner();

    load.close();

    page.await("document.getElementById('banner').dataset.level === 'NONE'");
    // A pause of the machine makes nodes late to answer, which is trouble of another kind.
    assertThat(seen())
        .isNotEmpty()
        .noneMatch(seen -> seen.startsWith("TROUBLE") && seen.contains(HOT));
  }

  @Test
  @Order(9)
  @DisplayName("names a hot partition of a table without a limit, and its client")
  void hotPartitionWithoutLimit() throws Exception {
    page.tab().evaluate("document.getElementById('dialog').close()");
    load = HotReads.start(session("app"), "demo.likes", "all");
    page.await("document.getElementById('sentence').textContent.includes('demo.likes, requested')");

    assertThat(page.text("#sentence"))
        .contains("partition 'all' of demo.likes, requested by role app from 127.0.0.1");
    assertThat(page.text("#action")).contains("the table has no limit");
  }

  @Test
  @Order(10)
  @DisplayName("gives a statement that limits a partition of a table without a limit")
  void statementWithoutLimit() throws Exception {
    page.await("!document.getElementById('limit-worst').hidden");
    page.tab().evaluate("document.getElementById('limit-worst').click()");
    assertThat(page.text("#dialog .clients code"))
        .isEqualTo("SELECT * FROM demo.likes WHERE id = ?");

    paste(page.text("#dialog .statement code"));

    page.tab().evaluate("document.getElementById('dialog').close()");
    page.await(
        "document.getElementById('sentence').textContent.startsWith('Under control')"
            + " && document.getElementById('sentence').textContent.includes('demo.likes')");
  }

  @Test
  @Order(11)
  @DisplayName("names a node that is down, and goes on")
  void nodeDown() throws Exception {
    cluster.node(3).stop();

    page.await("document.body.innerText.includes('One node does not answer: 127.0.0.3')");
    page.await("document.getElementById('figures').innerText.includes('2/3')");
  }

  @Test
  @Tag("slow")
  @Order(12)
  @DisplayName("says that no node answers, and sees the cluster again when it is back")
  void clusterDown() throws Exception {
    List.of(1, 2).forEach(number -> cluster.node(number).kill());
    page.await("document.getElementById('sentence').textContent.startsWith('No node')");

    cluster.nodes().forEach(cluster::start);
    cluster.awaitReady(progress -> {});

    page.await("document.getElementById('figures').innerText.includes('3/3')");
  }
}
