package io.goodput.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.request.Statements;
import java.util.function.Function;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryHandler;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.QueryState;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class GuardedQueryHandlerTest {

  private final Faults faults = new Faults();

  /** Initializes Cassandra. */
  @BeforeAll
  static void initialize() {
    assertThat(Statements.parse("SELECT * FROM ks.t")).isNotNull();
  }

  @Test
  void constructor_goodputCannotBeStarted_handsRequestsToCassandra() {
    QueryHandler handler =
        handler(
            unused -> {
              throw new IllegalStateException("no metrics");
            });

    assertThat(parse(handler)).isInstanceOf(SelectStatement.class);
  }

  @Test
  void constructor_classOfGoodputCannotBeLinked_handsRequestsToCassandra() {
    QueryHandler handler =
        handler(
            unused -> {
              throw new NoSuchMethodError("of another release");
            });

    assertThat(parse(handler)).isInstanceOf(SelectStatement.class);
  }

  @Test
  void handler_noName_isCassandras() {
    assertThat(RequestPath.handler("")).isSameAs(QueryProcessor.instance);
  }

  @Test
  void handler_nameOfNoHandler_isCassandras() {
    assertThat(RequestPath.handler("java.lang.String")).isSameAs(QueryProcessor.instance);
  }

  @Test
  void handler_goodputItself_isCassandras() {
    assertThat(RequestPath.handler("io.goodput.cassandra.GoodputQueryHandler"))
        .isSameAs(QueryProcessor.instance);
  }

  private QueryHandler handler(Function<Faults, RequestPath> start) {
    return new GuardedQueryHandler(faults, start);
  }

  private static CQLStatement parse(QueryHandler handler) {
    return handler.parse(
        "SELECT * FROM ks.t", new QueryState(ClientState.forInternalCalls()), QueryOptions.DEFAULT);
  }
}
