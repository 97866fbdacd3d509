package io.goodput.bench.coldcache.node;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.UntypedResultSet;

/** Fills this node's table and its cache. */
public final class OwnRows implements OwnRowsMXBean {

  /** JMX name. */
  public static final String MBEAN = "io.goodput.bench:type=OwnRows";

  private OwnRows() {}

  static void register() throws JMException {
    ManagementFactory.getPlatformMBeanServer().registerMBean(new OwnRows(), new ObjectName(MBEAN));
  }

  @Override
  public void write(String insert, int partitions, int bytes) {
    for (int id = 0; id < partitions; id++) {
      execute(insert, id, ByteBuffer.allocate(bytes));
    }
  }

  @Override
  public void read(String select, int partitions, double skew, int seed, int reads) {
    new Zipf(partitions, skew).draw(seed, reads).forEach(id -> execute(select, id));
  }

  private static void execute(String cql, Object... values) {
    UntypedResultSet unused = QueryProcessor.executeInternal(cql, values);
  }
}
