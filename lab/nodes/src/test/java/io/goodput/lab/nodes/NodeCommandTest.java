package io.goodput.lab.nodes;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class NodeCommandTest {

  @Test
  void requireJava_lastVersionThatCassandraRunsOn_succeeds() {
    assertThatCode(() -> NodeCommand.requireJava(21)).doesNotThrowAnyException();
  }

  @Test
  void requireJava_laterVersion_saysWhatToSet() {
    assertThatThrownBy(() -> NodeCommand.requireJava(22))
        .isInstanceOf(PreconditionException.class)
        .hasMessage(
            "Cassandra 5.0 needs Java 17 to 21, and this is Java 22: set JAVA_HOME to a JDK 17.");
  }
}
