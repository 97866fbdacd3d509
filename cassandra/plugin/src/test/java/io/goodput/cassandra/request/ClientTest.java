package io.goodput.cassandra.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.apache.cassandra.auth.Permission;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.ClientState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A client without a user, where authorization is on,")
class ClientTest {

  private static final TableMetadata TABLE =
      ((SelectStatement) Statements.parse("SELECT * FROM ks.t WHERE k = 1")).table;

  @BeforeEach
  void requireLogin() {
    Statements.requireLogin();
  }

  @AfterEach
  void letAllIn() {
    Statements.letAllIn();
  }

  @Test
  @DisplayName("may do nothing that needs a permission if it has come over the network")
  void isPermittedOn_clientOfTheNetwork_isFalse() {
    Client client = new Client(ClientState.forExternalCalls(address()));

    assertThat(client.isPermittedOn(TABLE, Permission.SELECT)).isFalse();
    assertThat(client.maySeeRoles()).isFalse();
    assertThat(client.origin()).isEqualTo("127.0.0.1");
  }

  @Test
  @DisplayName("may do all if it runs in the node, as a management agent does")
  void isPermittedOn_clientInTheNode_isTrue() {
    Client client = new Client(ClientState.forInternalCalls());

    assertThat(client.isPermittedOn(TABLE, Permission.SELECT)).isTrue();
    assertThat(client.maySeeRoles()).isTrue();
    assertThat(client.origin()).isEmpty();
  }

  private static InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 9042);
  }
}
