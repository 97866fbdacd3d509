package io.goodput.cassandra.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.cassandra.db.marshal.MapType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.exceptions.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateLimitOptionTest {

  private static final RateLimitOption BOTH =
      new RateLimitOption(OptionalLong.of(200), OptionalLong.of(100), true, HotReads.DEFAULT);

  private static final RateLimitOption OBSERVED =
      RateLimitOption.of(Map.of("max_reads_per_second", "5", "mode", "observe"));

  @Test
  void of_bothKeys_limitsBothKinds() {
    assertThat(
            RateLimitOption.of(
                Map.of("max_reads_per_second", "200", "max_writes_per_second", "100")))
        .isEqualTo(BOTH);
  }

  @Test
  void of_missingKey_isNoLimitForThatKind() {
    assertThat(RateLimitOption.of(Map.of("max_reads_per_second", "7")).writes()).isEmpty();
  }

  @Test
  void of_emptyMap_isNone() {
    assertThat(RateLimitOption.of(Map.of()).isNone()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "2147483647"})
  void of_endOfRange_isAccepted(String value) {
    assertThat(RateLimitOption.of(Map.of("max_reads_per_second", value)).reads())
        .hasValue(Long.parseLong(value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-1", "2147483648", "99999999999999999999", "1.5", "1e3", "", " 5", "+5", "ten"})
  void of_notAWholeNumberInRange_namesKeyAndValue(String value) {
    assertThatThrownBy(() -> RateLimitOption.of(Map.of("max_writes_per_second", value)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'max_writes_per_second'")
        .hasMessageContaining("'" + value + "'");
  }

  @Test
  void of_unknownKey_namesKeyAndValue() {
    assertThatThrownBy(() -> RateLimitOption.of(Map.of("max_read_per_second", "5")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'max_read_per_second'")
        .hasMessageContaining("'5'");
  }

  @Test
  void toStored_readBack_isTheSame() {
    assertThat(RateLimitOption.ofStored(BOTH.toStored())).isEqualTo(BOTH);
  }

  @Test
  void ofStored_keyAndModeOfNewerVersion_keepsLimits() {
    ByteBuffer stored =
        MapType.getInstance(UTF8Type.instance, UTF8Type.instance, false)
            .decompose(
                Map.of(
                    "max_reads_per_second", "200",
                    "max_writes_per_second", "100",
                    "mode", "queue",
                    "max_bytes_per_second", "5"));

    assertThat(RateLimitOption.ofStored(stored)).isEqualTo(BOTH);
  }

  @Test
  void of_hotReads_readBackIsTheSame() {
    Map<String, String> stated =
        Map.of(
            "max_reads_per_second", "9",
            "coalesce_reads", "false",
            "over_limit", "stale",
            "max_staleness", "200ms");

    RateLimitOption option = RateLimitOption.of(stated);

    assertThat(option.hotReads())
        .isEqualTo(new HotReads(Optional.of(false), Duration.ofMillis(200)));
    assertThat(RateLimitOption.ofStored(option.toStored())).isEqualTo(option);
    assertThat(option.toCql())
        .isEqualTo(
            "{'max_reads_per_second': 9, 'coalesce_reads': 'false', 'over_limit': 'stale',"
                + " 'max_staleness': '200ms'}");
    assertThat(option.isNone()).isFalse();
  }

  @Test
  void of_staleWithoutALimitOnReads_namesTheLimit() {
    Map<String, String> option =
        Map.of("max_writes_per_second", "9", "over_limit", "stale", "max_staleness", "200ms");

    assertThatThrownBy(() -> RateLimitOption.of(option))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'max_reads_per_second'");
  }

  @Test
  void of_overLimitReject_isTheDefault() {
    assertThat(RateLimitOption.of(Map.of("over_limit", "reject")).isNone()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "coalesce_reads, hot",
    "over_limit, queue",
    "max_staleness, 5",
    "max_staleness, 0ms",
    "max_staleness, 61s",
    "max_staleness, -1ms"
  })
  void of_invalidHotReads_namesKeyAndValue(String key, String value) {
    Map<String, String> option = new HashMap<>(Map.of(key, value));
    if (key.equals("max_staleness")) {
      option.put("over_limit", "stale");
    }

    assertThatThrownBy(() -> RateLimitOption.of(option))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'" + key + "'")
        .hasMessageContaining("'" + value + "'");
  }

  @ParameterizedTest
  @CsvSource({"over_limit, stale", "max_staleness, 200ms"})
  void of_halfOfAStaleness_namesBothKeys(String key, String value) {
    assertThatThrownBy(() -> RateLimitOption.of(Map.of(key, value)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'over_limit'")
        .hasMessageContaining("'max_staleness'");
  }

  @Test
  void ofStored_hotReadsOfNewerVersion_keepsLimits() {
    ByteBuffer stored =
        MapType.getInstance(UTF8Type.instance, UTF8Type.instance, false)
            .decompose(Map.of("max_reads_per_second", "200", "over_limit", "queue"));

    assertThat(RateLimitOption.ofStored(stored).reads()).hasValue(200);
  }

  @Test
  void fromExtensions_withoutOurs_isNone() {
    assertThat(RateLimitOption.fromExtensions(Map.of("other", ByteBuffer.allocate(3))).isNone())
        .isTrue();
  }

  @Test
  void fromExtensions_damagedBytes_throws() {
    Map<String, ByteBuffer> damaged =
        Map.of(RateLimitOption.NAME, ByteBuffer.wrap(new byte[] {0, 0, 0, 9, 1}));

    assertThatThrownBy(() -> RateLimitOption.fromExtensions(damaged))
        .isInstanceOf(RuntimeException.class);
  }

  @Test
  void toCql_bothKeys_isAMapLiteral() {
    assertThat(BOTH.toCql())
        .isEqualTo("{'max_reads_per_second': 200, 'max_writes_per_second': 100}");
  }

  @Test
  void of_withoutMode_isEnforced() {
    assertThat(RateLimitOption.of(Map.of("max_reads_per_second", "5")).enforced()).isTrue();
  }

  @Test
  void of_modeObserve_isNotEnforced() {
    assertThat(OBSERVED.enforced()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Observe", "off", "1"})
  void of_otherMode_namesKeyAndValue(String mode) {
    assertThatThrownBy(() -> RateLimitOption.of(Map.of("mode", mode)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'mode'")
        .hasMessageContaining("'" + mode + "'");
  }

  @Test
  void of_modeAlone_isNone() {
    assertThat(RateLimitOption.of(Map.of("mode", "observe")).isNone()).isTrue();
  }

  @Test
  void toStored_observed_readBackIsTheSame() {
    assertThat(RateLimitOption.ofStored(OBSERVED.toStored())).isEqualTo(OBSERVED);
  }

  @Test
  void toCql_observed_quotesTheMode() {
    assertThat(OBSERVED.toCql()).isEqualTo("{'max_reads_per_second': 5, 'mode': 'observe'}");
  }
}
