package io.goodput.cli.buckets;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cli.Goodput;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The commands on a real PostgreSQL. */
class BucketsOnPostgresTest {

  private static EmbeddedPostgres postgres;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void start() throws IOException {
    postgres = EmbeddedPostgres.builder().start();
  }

  @AfterAll
  static void stop() throws IOException {
    postgres.close();
  }

  @Test
  void buckets_fromInstallToUninstall_printJson() {
    assertThat(run("install", "--json")).isZero();
    assertThat(run("set", "a", "--tokens", "5", "--json")).isZero();
    assertThat(run("list", "--json")).isZero();
    assertThat(run("uninstall", "--json")).isZero();

    assertThat(out.toString().lines())
        .satisfiesExactly(
            line -> assertThat(line).contains("\"installed\":true", "\"new\":true"),
            line -> assertThat(line).contains("\"id\":\"a\"", "\"tokens\":5"),
            line -> assertThat(line).startsWith("[{\"id\":\"a\",\"tokens\":5,\"counted_at\":\""),
            line -> assertThat(line).isEqualTo("{\"uninstalled\":true}"));
  }

  @Test
  void install_again_saysThatAllIsUpToDate() {
    run("install");
    run("install");
    run("uninstall");

    assertThat(out.toString().lines()).containsExactly("Installed.", "Up to date.", "Uninstalled.");
  }

  @Test
  void buckets_withoutAnInstallation_exitWithOneAndSayHowToInstall() {
    assertThat(run("list", "--schema", "pg_catalog")).isEqualTo(1);
    assertThat(err.toString()).contains("run ./goodput buckets install");
  }

  @Test
  void define_inPostgres_isListedUntilUndefine() {
    run("install");
    assertThat(run("define", "free-*", "5 per minute")).isZero();
    assertThat(run("classes", "--json")).isZero();
    assertThat(run("undefine", "free-*")).isZero();
    run("uninstall");

    assertThat(out.toString())
        .contains("{\"free-*\":\"5 per minute, burst 5\"}", "the limits are removed.");
  }

  @Test
  void define_inNoDatabaseOrInTwo_saysWhatToName() {
    assertThat(run("define", "a", "5 per minute", "--keyspace", "billing")).isEqualTo(2);
    assertThat(err.toString()).contains("either --url of PostgreSQL, or --keyspace of Cassandra");
  }

  @Test
  void buckets_withAWrongNumber_exitWithTwo() {
    assertThat(run("set", "a", "--tokens", "-1")).isEqualTo(2);
  }

  private int run(String... arguments) {
    String url = postgres.getJdbcUrl("postgres", "postgres");
    return Goodput.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(
            Stream.of(Stream.of("buckets"), Arrays.stream(arguments), Stream.of("--url", url))
                .flatMap(part -> part)
                .toArray(String[]::new));
  }
}
