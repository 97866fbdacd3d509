package io.goodput.cassandra.coalesce;

import io.goodput.core.time.TimeSource;
import io.goodput.core.time.Timer;
import org.apache.cassandra.schema.TableMetadata;

/** What a node provides to {@link ReadCoalescing}. Thread-safe. */
interface ReadNode {

  /** The number of its request threads. */
  int requestThreads();

  /** The clock by which requests are timed. */
  TimeSource time();

  /** Ends the pauses of reads that wait without threads. */
  Timer timer();

  /** Whether columns of the table are masked from some roles. */
  boolean hasMasks(TableMetadata table);
}
