package io.goodput.lab.bench.coldcache.node;

import io.goodput.lab.bench.load.Zipf;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.UntypedResultSet;

/** The node that runs in this process: its disk, and its own writes and reads. */
public final class ThisNode implements ThisNodeMXBean {

  public static final String MBEAN = "io.goodput.lab.bench:type=ThisNode";

  private static final EmulatedDisk DISK = new EmulatedDisk(EmulatedDisk::exponential);

  static {
    try {
      ManagementFactory.getPlatformMBeanServer()
          .registerMBean(new ThisNode(), new ObjectName(MBEAN));
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  private ThisNode() {}

  /** The node's disk. The first call registers this class with JMX. */
  public static EmulatedDisk disk() {
    return DISK;
  }

  @Override
  public void write(String insert, int partitions, int bytes) {
    for (int id = 0; id < partitions; id++) {
      execute(insert, id, ByteBuffer.allocate(bytes));
    }
  }

  @Override
  public void read(String select, int partitions, double skew, int seed, int reads) {
    DISK.setInstant(true);
    new Zipf(partitions, skew).draw(seed, reads).forEach(id -> execute(select, id));
    DISK.setInstant(false);
  }

  private static void execute(String cql, Object... values) {
    UntypedResultSet unused = QueryProcessor.executeInternal(cql, values);
  }
}
