package io.goodput.cassandra.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.db.WriteType;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.exceptions.OverloadedException;
import org.apache.cassandra.exceptions.ReadFailureException;
import org.apache.cassandra.exceptions.ReadTimeoutException;
import org.apache.cassandra.exceptions.SyntaxException;
import org.apache.cassandra.exceptions.TruncateException;
import org.apache.cassandra.exceptions.UnavailableException;
import org.apache.cassandra.exceptions.WriteFailureException;
import org.apache.cassandra.exceptions.WriteTimeoutException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** In this JVM, on the classes of Cassandra itself. */
class StacklessFailuresTest {

  private static boolean tracedBefore;

  @BeforeAll
  static void switchOn() {
    tracedBefore = new OverloadedException("").getStackTrace().length > 0;
    StacklessFailures.switchOn();
  }

  static Stream<Named<Supplier<RuntimeException>>> failures() {
    return Stream.of(
        Named.of(
            "read timeout", () -> new ReadTimeoutException(ConsistencyLevel.QUORUM, 1, 2, false)),
        Named.of(
            "write timeout",
            () -> new WriteTimeoutException(WriteType.SIMPLE, ConsistencyLevel.QUORUM, 1, 2)),
        Named.of(
            "read failure",
            () -> new ReadFailureException(ConsistencyLevel.ONE, 0, 1, false, Map.of())),
        Named.of(
            "write failure",
            () ->
                new WriteFailureException(ConsistencyLevel.ONE, 0, 1, WriteType.SIMPLE, Map.of())),
        Named.of("unavailable", () -> UnavailableException.create(ConsistencyLevel.QUORUM, 2, 1)),
        Named.of("overloaded", () -> new OverloadedException("too much")));
  }

  static Stream<Named<Supplier<RuntimeException>>> mistakes() {
    return Stream.of(
        Named.of("invalid request", () -> new InvalidRequestException("wrong")),
        Named.of("syntax error", () -> new SyntaxException("wrong")),
        Named.of("truncation", () -> new TruncateException("failed")));
  }

  @Test
  void beforeItIsSwitchedOn_failuresHaveStackTraces() {
    assertThat(tracedBefore).isTrue();
  }

  @ParameterizedTest
  @MethodSource("failures")
  void failures_haveNoStackTrace(Supplier<RuntimeException> failure) {
    assertThat(failure.get().getStackTrace()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void everythingElse_hasOne(Supplier<RuntimeException> mistake) {
    assertThat(mistake.get().getStackTrace()).isNotEmpty();
  }

  @Test
  void failures_keepTheirMessages() {
    assertThat(new OverloadedException("too much")).hasMessage("too much");
  }

  @Test
  void mistakes_keepTheirCauses() {
    Exception cause = new IllegalStateException("cause");

    assertThat(new InvalidRequestException("wrong", cause)).hasMessage("wrong").hasCause(cause);
  }
}
