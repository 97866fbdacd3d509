package io.goodput.bench.accuracy;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;

/** The consistency levels that differ in how many replicas take part. */
public enum Consistency {
  ONE(DefaultConsistencyLevel.ONE),
  QUORUM(DefaultConsistencyLevel.QUORUM),
  ALL(DefaultConsistencyLevel.ALL);

  private final DefaultConsistencyLevel level;

  Consistency(DefaultConsistencyLevel level) {
    this.level = level;
  }

  DefaultConsistencyLevel level() {
    return level;
  }

  int replicas(int replicationFactor) {
    return switch (this) {
      case ONE -> 1;
      case QUORUM -> replicationFactor / 2 + 1;
      case ALL -> replicationFactor;
    };
  }
}
