package io.goodput.driver;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.config.DriverConfig;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.session.throttling.RequestThrottler;
import com.datastax.oss.driver.api.core.tracker.RequestIdGenerator;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Contexts of sessions that connect to nothing, with the driver's own configuration. */
final class Sessions {

  private Sessions() {}

  static DriverContext with(ProtocolVersion version, @Nullable RequestIdGenerator generator) {
    return with(version, generator, null);
  }

  static DriverContext with(
      ProtocolVersion version,
      @Nullable RequestIdGenerator generator,
      @Nullable RequestThrottler throttler) {
    DriverConfig config =
        DriverConfigLoader.fromString(
                """
                datastax-java-driver {
                  basic.request.timeout = 500 ms
                  profiles.slow.basic.request.timeout = 9 s
                }
                """)
            .getInitialConfig();
    return (DriverContext)
        Proxy.newProxyInstance(
            Sessions.class.getClassLoader(),
            new Class<?>[] {DriverContext.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getConfig" -> config;
                  case "getProtocolVersion" -> version;
                  case "getSessionName" -> "test";
                  case "getRequestIdGenerator" -> Optional.ofNullable(generator);
                  case "getRequestThrottler" -> throttler;
                  default -> throw new UnsupportedOperationException(method.toString());
                });
  }

  /** The payload of a statement, in text. */
  static Map<String, String> payload(Statement<?> statement) {
    return statement.getCustomPayload().entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> text(entry.getValue())));
  }

  private static String text(ByteBuffer value) {
    return StandardCharsets.US_ASCII.decode(value.duplicate()).toString();
  }
}
