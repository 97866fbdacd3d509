package io.goodput.cli.buckets;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.sql.admin.BucketRow;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class BucketsCommandTest {

  private final StringWriter err = new StringWriter();
  private final CommandLine command =
      new CommandLine(new BucketsCommand())
          .setOut(new PrintWriter(new StringWriter(), true))
          .setErr(new PrintWriter(err, true));

  @ParameterizedTest
  @ValueSource(strings = {"install", "uninstall", "list", "show", "set", "reset", "prune"})
  void buckets_withoutAUrl_exitsWithTwo(String what) {
    assertThat(command.execute(what)).isEqualTo(2);
  }

  @Test
  void buckets_noDatabaseAtTheUrl_exitsWithOneAndSaysSo() {
    assertThat(
            command.execute("list", "--url", "jdbc:postgresql://localhost:1/postgres?user=missing"))
        .isEqualTo(1);
    assertThat(err.toString()).startsWith("goodput: The database failed: Connection to ");
  }

  @Test
  void buckets_noDriverForTheUrl_exitsWithTwoAndNamesTheUrl() {
    assertThat(command.execute("list", "--url", "jdbc:unknown:x")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("goodput: There is no driver for 'jdbc:unknown:x': write jdbc:postgresql:");
  }

  @Test
  void lines_noBuckets_isASentence() {
    assertThat(BucketsCommand.lines(List.of())).isEqualTo("No such bucket has been used.");
  }

  @Test
  void lines_buckets_hasALineForEach() {
    List<BucketRow> buckets =
        List.of(
            new BucketRow("a", 1, Instant.EPOCH, 0, 0), new BucketRow("b", 2, Instant.EPOCH, 1, 1));

    assertThat(BucketsCommand.lines(buckets)).hasLineCount(2);
  }

  @Test
  void buckets_noDriverForAUrlWithAPassword_masksThePassword() {
    command.execute("list", "--url", "jdbc:unknown:x?password=hunter2");

    assertThat(err.toString())
        .startsWith("goodput: There is no driver for 'jdbc:unknown:x?password=***")
        .doesNotContain("hunter2");
  }
}
