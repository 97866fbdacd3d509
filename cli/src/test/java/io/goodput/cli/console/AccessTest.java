package io.goodput.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cli.console.Console.Access;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccessTest {

  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  private final Access access = Access.to(LOOPBACK, "ops1.example", false);

  @Test
  void path_onLoopbackWithoutChanges_isOpen() {
    assertThat(access.path()).isEqualTo("/");
  }

  @Test
  void path_withChanges_isSecret() {
    assertThat(Access.to(LOOPBACK, "localhost", true).path()).matches("/[\\w-]{24}/");
  }

  @Test
  void path_elsewhere_isSecretAndDiffers() throws Exception {
    InetAddress elsewhere = InetAddress.getByAddress(new byte[] {10, 0, 0, 1});

    assertThat(Access.to(elsewhere, "10.0.0.1", false).path())
        .matches("/[\\w-]{24}/")
        .isNotEqualTo(Access.to(elsewhere, "10.0.0.1", false).path());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"127.0.0.1:8088", "localhost:9000", "[::1]:8088", "10.1.2.3", "OPS1.example:80"})
  void isForUs_anAddressOrAKnownName_isTrue(String host) {
    assertThat(access.isForUs(host)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "127.0.0.1.evil.example:8088", "localhost.evil", ""})
  void isForUs_anotherName_isFalse(String host) {
    assertThat(access.isForUs(host)).isFalse();
  }

  @Test
  void isForUs_noHost_isFalse() {
    assertThat(access.isForUs(null)).isFalse();
  }

  @Test
  void isFromOurPage_sameOrigin_isTrue() {
    assertThat(access.isFromOurPage("localhost:8088", "http://localhost:8088")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://evil.example", "http://localhost:80", "null", "localhost:8088x"})
  void isFromOurPage_anotherOrigin_isFalse(String origin) {
    assertThat(access.isFromOurPage("localhost:8088", origin)).isFalse();
  }

  @Test
  void isFromOurPage_noOrigin_isFalse() {
    assertThat(access.isFromOurPage("localhost:8088", null)).isFalse();
  }
}
