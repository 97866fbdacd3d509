package io.goodput.cassandra.level;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.request.Statements;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Objects;
import org.apache.cassandra.exceptions.UnauthorizedException;
import org.apache.cassandra.service.ClientState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A statement about service levels, of a client without a user where clients log in,")
class LevelStatementTest {

  @BeforeEach
  void requireLogin() {
    Statements.requireLogin();
  }

  @AfterEach
  void letAllIn() {
    Statements.letAllIn();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE SERVICE LEVEL x",
        "ALTER SERVICE LEVEL x WITH shares = 1",
        "DROP SERVICE LEVEL x",
        "ATTACH SERVICE LEVEL x TO web",
        "DETACH SERVICE LEVEL FROM web",
        "LIST ALL SERVICE LEVELS",
        "LIST SERVICE LEVEL x",
        "LIST ALL ATTACHED SERVICE LEVELS",
        "LIST ATTACHED SERVICE LEVEL OF web",
        "LIST EFFECTIVE SERVICE LEVEL OF web"
      })
  void authorize_each_isUnauthorizedFromTheNetworkAndAllowedInTheNode(String query) {
    LevelCommand command = Objects.requireNonNull(LevelParser.parse(query));
    LevelStatement statement =
        new LevelStatement(
            command,
            new ServiceLevels(new Faults()),
            new LevelEffects(() -> true, () -> true, true));
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 9042);

    assertThatThrownBy(() -> statement.authorize(ClientState.forExternalCalls(address)))
        .isInstanceOf(UnauthorizedException.class);
    assertThatCode(() -> statement.authorize(ClientState.forInternalCalls()))
        .doesNotThrowAnyException();
  }
}
