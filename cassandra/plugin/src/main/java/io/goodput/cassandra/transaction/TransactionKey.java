package io.goodput.cassandra.transaction;

import io.goodput.cassandra.request.Partition;
import org.apache.cassandra.schema.TableId;

/** What transactions of one Paxos instance have in common: a table, and the bits of a token. */
record TransactionKey(TableId table, long token) {

  static TransactionKey of(Partition partition) {
    return new TransactionKey(partition.table().id, Partition.bitsOf(partition.token()));
  }
}
