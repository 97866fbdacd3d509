package io.goodput.cassandra.view;

import io.goodput.cassandra.memtable.MemtableGuard;
import java.util.List;
import org.apache.cassandra.db.marshal.BooleanType;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.VirtualTable;

/** {@code memtables}: the memory that all memtables of this node share, in one row. */
final class MemtablesTable {

  private MemtablesTable() {}

  static VirtualTable of(MemtableGuard memtables) {
    return View.<MemtableGuard>of(
            "memtables",
            "the memory that all memtables of this node share, and how writes are paced")
        .partitionKey("pace_writes", UTF8Type.instance, it -> Boolean.toString(it.isOn()))
        .column("used_ratio", DoubleType.instance, it -> Rounded.hundredths(it.usedRatio()))
        .column("pacing", BooleanType.instance, MemtableGuard::isPacing)
        .column("refused", LongType.instance, it -> it.rejected().getCount())
        .over(() -> List.of(memtables));
  }
}
