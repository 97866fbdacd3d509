package io.goodput.lab.bench.load;

import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.session.ProgrammaticArguments;
import com.datastax.oss.driver.internal.core.context.DefaultDriverContext;
import java.util.HashMap;
import java.util.Map;

/**
 * Builds clients that ask an overloaded node for an error. Otherwise, the node stops reading from
 * the connection for a while. Version 4 of the protocol, which {@link LoadClient} uses, ignores the
 * node's setting {@code native_transport_throw_on_overload}.
 */
public final class ErrorsOnOverload extends CqlSessionBuilder {

  @Override
  protected DriverContext buildContext(
      DriverConfigLoader configLoader, ProgrammaticArguments arguments) {
    return new DefaultDriverContext(configLoader, arguments) {
      @Override
      public Map<String, String> getStartupOptions() {
        Map<String, String> options = new HashMap<>(super.getStartupOptions());
        options.put("THROW_ON_OVERLOAD", "1");
        return options;
      }
    };
  }
}
