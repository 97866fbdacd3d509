package io.goodput.cassandra.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.cassandra.exceptions.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarkTest {

  private static final RateLimitOption FULL =
      new RateLimitOption(
          OptionalLong.of(5),
          OptionalLong.of(Integer.MAX_VALUE),
          false,
          new HotReads(Optional.of(true), Duration.ofMillis(200)));

  @ParameterizedTest
  @ValueSource(
      strings = {"", "users", "it's", "a [b]", "two\nlines", "[per_partition_rate_limit = {}] no"})
  void in_commentWithMark_isTheOption(String comment) {
    String marked = Mark.on(comment, FULL);

    assertThat(Mark.in(marked)).isEqualTo(FULL);
    assertThat(Mark.without(marked)).isEqualTo(comment);
  }

  @Test
  void in_emptyOption_isNone() {
    assertThat(Mark.in(Mark.on("users", RateLimitOption.NONE))).isEqualTo(RateLimitOption.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "users",
        "[per_partition_rate_limit = {max_reads_per_second: 5}] users",
        "[per_partition_rate_limit = {'max_reads_per_second': 5}]",
        "[per_partition_rate_limit = {max_reads_per_second: 5}"
      })
  void in_otherComment_isNull(String comment) {
    assertThat(Mark.in(comment)).isNull();
    assertThat(Mark.without(comment)).isEqualTo(comment);
  }

  @Test
  void in_unknownKey_isIgnored() {
    assertThat(Mark.in("[per_partition_rate_limit = {max_reads_per_second: 7, colour: red}]"))
        .isEqualTo(
            new RateLimitOption(OptionalLong.of(7), OptionalLong.empty(), true, HotReads.DEFAULT));
  }

  @Test
  void in_invalidLimit_saysWhatIsWrong() {
    assertThatThrownBy(() -> Mark.in("[per_partition_rate_limit = {max_reads_per_second: many}]"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'max_reads_per_second'")
        .hasMessageContaining("'many'");
  }
}
