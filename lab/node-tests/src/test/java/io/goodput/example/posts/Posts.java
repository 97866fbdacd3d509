package io.goodput.example.posts;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.RequestThrottlingException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.util.concurrent.atomic.LongAdder;

public class Posts {
  public final LongAdder answered = new LongAdder();
  public final LongAdder notSent = new LongAdder();
  public final LongAdder failed = new LongAdder();

  public void read(CqlSession session, PreparedStatement read, int id) {
    session.executeAsync(read.bind(id)).whenComplete((rows, error) -> countOf(error).increment());
  }

  private LongAdder countOf(Throwable error) {
    return error == null
        ? answered
        : error instanceof RequestThrottlingException ? notSent : failed;
  }
}
