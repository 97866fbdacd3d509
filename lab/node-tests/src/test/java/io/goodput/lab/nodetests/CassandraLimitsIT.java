package io.goodput.lab.nodetests;

import io.goodput.buckets.DefinedLimits;
import io.goodput.buckets.DefinedLimitsContract;
import io.goodput.buckets.cassandra.CassandraBuckets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Limits that are defined in Cassandra")
@ExtendWith(SharedNode.class)
class CassandraLimitsIT extends DefinedLimitsContract {

  private final Cql cql;

  CassandraLimitsIT(Cql cql) {
    this.cql = cql;
  }

  @BeforeEach
  void install() {
    CassandraBuckets.on(cql.session(), cql.keyspace()).open().install().close();
  }

  @Override
  protected DefinedLimits limits() {
    return CassandraBuckets.limits(cql.session(), cql.keyspace());
  }
}
