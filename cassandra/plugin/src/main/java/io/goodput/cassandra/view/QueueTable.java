package io.goodput.cassandra.view;

import io.goodput.cassandra.deadline.DeadlineGuard;
import io.goodput.cassandra.deadline.RequestQueue;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.db.marshal.BooleanType;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.VirtualTable;

/** {@code queue}: the requests that this node drops as they leave its queue. */
final class QueueTable {

  private QueueTable() {}

  static VirtualTable of(DeadlineGuard deadlines) {
    return View.<RequestQueue>of(
            "queue", "requests that this node drops because they waited too long in its queue")
        .partitionKey("kind", UTF8Type.instance, queue -> queue.kind().toString())
        .column("patience_ms", LongType.instance, queue -> millis(queue.patienceNanos()))
        .column("service_ms", LongType.instance, queue -> millis(queue.expectedServiceNanos()))
        .column("standing", BooleanType.instance, RequestQueue::isStanding)
        .column("dropped_too_late", LongType.instance, queue -> queue.droppedTooLate().getCount())
        .column(
            "dropped_for_overload",
            LongType.instance,
            queue -> queue.droppedForOverload().getCount())
        .over(deadlines::queues);
  }

  private static long millis(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }
}
