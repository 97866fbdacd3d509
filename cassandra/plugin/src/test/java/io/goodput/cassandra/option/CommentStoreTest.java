package io.goodput.cassandra.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.cassandra.schema.TableParams;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A comment that keeps the option")
class CommentStoreTest {

  private static final OptionStore STORE = new CommentStore();

  private static final RateLimitOption FIVE =
      new RateLimitOption(OptionalLong.of(5), OptionalLong.empty(), true, HotReads.DEFAULT);
  private static final RateLimitOption SIX =
      new RateLimitOption(OptionalLong.of(6), OptionalLong.empty(), true, HotReads.DEFAULT);

  private static final String SHOWN =
      "\n    AND per_partition_rate_limit = {'max_reads_per_second': 5}";

  @Test
  void read_markAndExtension_isTheMark() {
    assertThat(STORE.read(table(Mark.on("users", FIVE), SIX))).isEqualTo(FIVE);
  }

  @Test
  void read_emptyMarkAndExtension_isNone() {
    assertThat(STORE.read(table(Mark.on("", RateLimitOption.NONE), SIX)))
        .isEqualTo(RateLimitOption.NONE);
  }

  @Test
  void read_extensionOnly_isTheExtension() {
    assertThat(STORE.read(table("users", SIX))).isEqualTo(SIX);
  }

  private static TableParams table(String comment, RateLimitOption extension) {
    Map<String, ByteBuffer> extensions = Map.of(RateLimitOption.NAME, extension.toStored());
    return TableParams.builder().comment(comment).extensions(extensions).build();
  }

  @Test
  void show_mark_becomesTheOption() {
    assertThat(STORE.show(described(Mark.on("it''s", FIVE), "{}")))
        .isEqualTo(described("it''s", "{}", SHOWN));
  }

  @Test
  void show_commentThatImitatesOptions_isNotTakenForOne() {
    String comment = "''\n    AND read_repair = {};\nCOMMENT ON TABLE ks.t IS";

    assertThat(STORE.show(described(Mark.on(comment, FIVE), "{}")))
        .isEqualTo(described(comment, "{}", SHOWN));
  }

  @Test
  void show_commentThatIsOnlyAMark_isNoComment() {
    String without =
        "CREATE TABLE ks.t (k int PRIMARY KEY)\n    AND comment = ''\n    AND extensions = {}"
            + SHOWN
            + "\n    AND read_repair = 'BLOCKING';";

    assertThat(STORE.show(described(Mark.on("", FIVE), "{}"))).isEqualTo(without);
  }

  @Test
  void show_markAndExtension_isTheOptionOfTheMark() {
    String extension = "{'per_partition_rate_limit': 0x" + hex(SIX) + "}";

    assertThat(STORE.show(described(Mark.on("users", FIVE), extension)))
        .isEqualTo(described("users", "{}", SHOWN));
  }

  @Test
  void show_extensionOnly_becomesTheOption() {
    String extension = "{'per_partition_rate_limit': 0x" + hex(FIVE) + "}";

    assertThat(STORE.show(described("users", extension)))
        .isEqualTo(described("users", "{}", SHOWN));
  }

  @Test
  void show_emptyMark_isHidden() {
    assertThat(STORE.show(described(Mark.on("users", RateLimitOption.NONE), "{}")))
        .isEqualTo(described("users", "{}"));
  }

  @Test
  void show_longComment_isUnchanged() {
    String statement = described("it''s ".repeat(1_000) + "x".repeat(100_000), "{}");

    assertThat(STORE.show(statement)).isEqualTo(statement);
  }

  private static String hex(RateLimitOption option) {
    return ByteBufferUtil.bytesToHex(option.toStored());
  }

  private static String described(String comment, String extensions) {
    return described(comment, extensions, "");
  }

  private static String described(String comment, String extensions, String option) {
    return "CREATE TABLE ks.t (k int PRIMARY KEY)\n    AND comment = '"
        + comment
        + "'\n    AND extensions = "
        + extensions
        + option
        + "\n    AND read_repair = 'BLOCKING';\nCOMMENT ON TABLE ks.t IS '"
        + comment
        + "';";
  }
}
