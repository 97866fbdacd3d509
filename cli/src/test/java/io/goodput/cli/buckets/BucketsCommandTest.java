package io.goodput.cli.buckets;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.buckets.Limits;
import io.goodput.buckets.postgresql.admin.BucketRow;
import io.goodput.cli.Goodput;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class BucketsCommandTest {

  private static final Optional<Limits> LIMITS =
      Optional.of(Limits.parse("100 per minute, burst 9"));

  private final StringWriter err = new StringWriter();
  private final CommandLine command =
      Goodput.commandLine()
          .setOut(new PrintWriter(new StringWriter(), true))
          .setErr(new PrintWriter(err, true));

  @ParameterizedTest
  @ValueSource(
      strings = {"install", "uninstall", "list", "show", "set", "reset", "prune", "classes"})
  void buckets_withoutAUrl_exitsWithTwo(String what) {
    assertThat(command.execute("buckets", what)).isEqualTo(2);
  }

  @Test
  void buckets_noDatabaseAtTheUrl_exitsWithOneAndSaysSo() {
    assertThat(
            command.execute(
                "buckets", "list", "--url", "jdbc:postgresql://localhost:1/postgres?user=missing"))
        .isEqualTo(1);
    assertThat(err.toString()).startsWith("goodput: The database failed: Connection to ");
  }

  @Test
  void buckets_noDriverForTheUrl_exitsWithTwoAndNamesTheUrl() {
    assertThat(command.execute("buckets", "list", "--url", "jdbc:unknown:x")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("goodput: There is no driver for 'jdbc:unknown:x': write jdbc:postgresql:");
  }

  @Test
  void lines_noBuckets_isASentence() {
    assertThat(BucketsCommand.lines("", List.of())).isEqualTo("No bucket has been used.");
  }

  @Test
  void lines_noBucketsWithAPrefix_namesThePrefix() {
    assertThat(BucketsCommand.lines("tenant-", List.of()))
        .isEqualTo("No bucket whose ID starts with tenant- has been used.");
  }

  @Test
  void lines_buckets_hasALineForEach() {
    List<BucketRow> buckets =
        List.of(
            new BucketRow("a", 1, Instant.EPOCH, Optional.empty(), 0, Optional.empty()),
            new BucketRow("b", 2, Instant.EPOCH, LIMITS, 1, LIMITS));

    assertThat(BucketsCommand.lines("", buckets))
        .isEqualTo(
            "a  1 tokens at 1970-01-01T00:00:00Z\n"
                + "b  2 tokens at 1970-01-01T00:00:00Z, 100 per minute, burst 9,"
                + " defined as 100 per minute, burst 9");
  }

  @Test
  void define_limitsThatAreNone_exitsWithTwoAndShowsAnExample() {
    assertThat(
            command.execute(
                "buckets", "define", "a", "5/", "--url", "jdbc:postgresql://localhost:1/postgres"))
        .isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "goodput: '5/' is not a limit: write it as in '100 per minute, burst 200', or '10/s'."
                + " Units are microseconds, milliseconds, seconds, minutes, hours, days, and"
                + " weeks.");
  }

  @Test
  void script_ofASchema_namesItsObjects() {
    StringWriter out = new StringWriter();
    command.setOut(new PrintWriter(out, true));

    assertThat(command.execute("buckets", "script", "--schema", "billing")).isZero();
    assertThat(out.toString())
        .contains("CREATE OR REPLACE FUNCTION \"billing\".rate_limiting_lease(")
        .doesNotContain("${schema}");
  }

  @Test
  void script_withoutASchema_exitsWithTwoAndNamesTheOption() {
    assertThat(command.execute("buckets", "script")).isEqualTo(2);
    assertThat(err.toString()).contains("'--schema=NAME'");
  }

  @Test
  void script_ofASchemaThatCannotBe_exitsWithTwoAndSaysWhy() {
    assertThat(command.execute("buckets", "script", "--schema", "")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "goodput: The schema has 0 bytes in UTF-8: choose one of 1 to 63.");
  }

  @Test
  void buckets_noDriverForAUrlWithAPassword_masksThePassword() {
    command.execute("buckets", "list", "--url", "jdbc:unknown:x?password=hunter2");

    assertThat(err.toString())
        .startsWith("goodput: There is no driver for 'jdbc:unknown:x?password=***")
        .doesNotContain("hunter2");
  }
}
