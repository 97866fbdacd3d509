package io.goodput.lab.bench.tokenbucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import java.io.InputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On ARM, macOS and Windows emulate x64, and Linux does not. */
class PostgresBinariesTest {

  @ParameterizedTest
  @CsvSource({"Linux, amd64", "Linux, aarch64", "Darwin, x86_64", "Darwin, aarch64"})
  void server_platform_isOnTheClassPath(String system, String architecture) throws Exception {
    try (InputStream binaries =
        DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system, architecture)) {
      assertThat(binaries).isNotNull();
    }
  }
}
