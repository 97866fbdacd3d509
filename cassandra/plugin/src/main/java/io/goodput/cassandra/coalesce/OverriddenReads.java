package io.goodput.cassandra.coalesce;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.limit.LimitedTables;
import io.goodput.cassandra.limit.Operation;
import io.goodput.cassandra.request.Partition;
import io.goodput.cassandra.request.Request;
import java.util.List;
import org.apache.cassandra.exceptions.RequestExecutionException;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.schema.TableMetadata;

/**
 * The reads that overrides limit: each of them is decided on, and executed, for itself. An override
 * that rejects nothing changes nothing.
 *
 * @param enforcesLimits whether this node rejects reads over their limits
 */
record OverriddenReads(LimitedTables tables, boolean enforcesLimits, Faults faults) {

  /** Whether an override limits a read on a table. */
  boolean contain(Request request, TableMetadata table) {
    if (!enforcesLimits || !tables.isOverridden(table.id, Operation.READS)) {
      return false;
    }
    try {
      List<Partition> partitions = request.partitions();
      for (int i = 0; i < partitions.size(); i++) {
        if (contain(partitions.get(i))) {
          return true;
        }
      }
    } catch (RequestValidationException | RequestExecutionException e) {
      // Cassandra fails in the same way and tells the client why.
    } catch (RuntimeException e) {
      faults.report("looking for overrides", e);
    }
    return false;
  }

  /** Whether an override limits the reads of a partition. */
  boolean contain(Partition partition) {
    return enforcesLimits
        && tables.isOverridden(partition, Operation.READS)
        && tables.isEnforced(partition.table().id);
  }
}
