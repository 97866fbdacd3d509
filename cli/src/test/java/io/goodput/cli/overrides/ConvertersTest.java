package io.goodput.cli.overrides;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.goodput.cli.overrides.PartitionCommand.TableConverter;
import io.goodput.cli.overrides.PartitionCommand.TableName;
import io.goodput.cli.overrides.PartitionCommand.TimeConverter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class ConvertersTest {

  @ParameterizedTest
  @CsvSource({"1s, 1", "90s, 90", "10m, 600", "24h, 86400", "1d, 86400"})
  void expiry_numberWithUnit_isInSeconds(String text, int seconds) {
    assertThat(new TimeConverter().convert(text)).isEqualTo(seconds);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10", "0s", "-1s", "25h", "2d", "86401s", "10 m", "1w", "999999d"})
  void expiry_other_isOneSentence(String text) {
    assertThatThrownBy(() -> new TimeConverter().convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessage(
            "an override lasts from 1s to 1d (units s, m, h, d), such as 10m, not '" + text + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "demo.posts, demo, posts",
    "Demo.POSTS, demo, posts",
    "\"Demo\".\"a.b\", Demo, a.b",
  })
  void tableName_isReadAsInCql(String text, String keyspace, String table) {
    TableName name = new TableConverter().convert(text);

    assertThat(name.keyspace().asInternal()).isEqualTo(keyspace);
    assertThat(name.table().asInternal()).isEqualTo(table);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "posts", "demo.", "a.b.c", "demo.po sts", "\"demo.posts"})
  void tableName_other_isOneSentence(String text) {
    assertThatThrownBy(() -> new TableConverter().convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessage("name a table with its keyspace, such as demo.posts, not '" + text + "'");
  }
}
