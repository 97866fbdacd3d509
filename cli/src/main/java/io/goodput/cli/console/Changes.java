package io.goodput.cli.console;

import com.datastax.oss.driver.api.core.CqlSession;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.goodput.cli.CommandException;
import io.goodput.cli.overrides.ClusterOverrides;
import io.goodput.cli.overrides.ClusterOverrides.Partition;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sets and removes overrides, as the user of the console's session. Thread-safe. Both parameters
 * return warnings, and throw a {@link CommandException} that says why they cannot do it.
 */
record Changes(Setting setting, Function<Partition, List<String>> removal) {

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          // A rate of -0.5 or "" must not become 0, which denies the partition.
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .build();

  /** Sets one of the limits. Returns warnings: sentences about its effect. */
  interface Setting {
    List<String> set(
        Partition partition, @Nullable Integer reads, @Nullable Integer writes, int seconds);
  }

  /** Changes by a session. */
  static Changes by(CqlSession session) {
    ClusterOverrides cluster = new ClusterOverrides(session);
    return new Changes(
        (partition, reads, writes, seconds) ->
            cluster.set(partition, reads, writes, seconds).warnings(),
        partition -> cluster.remove(partition).warnings());
  }

  /** What came of a change, in a sentence. */
  record Outcome(boolean done, String message) {}

  /** The kinds of operations that a limit can be about. */
  @SuppressWarnings("UnusedVariable") // JSON names them.
  private enum Kind {
    reads,
    writes
  }

  /** A limit that the page asks for. */
  private record Limit(
      String keyspaceName,
      String tableName,
      String partitionKey,
      Kind kind,
      int perSecond,
      int seconds) {}

  /**
   * Applies a change.
   *
   * @param name {@code limit} or {@code remove}
   * @param json a {@link Limit} or a {@link Partition}
   */
  Outcome apply(String name, byte[] json) {
    try {
      return switch (name) {
        case "limit" -> limit(read(json, Limit.class));
        case "remove" -> done("Removed.", removal.apply(read(json, Partition.class)));
        default -> new Outcome(false, "The console cannot %s.".formatted(name));
      };
    } catch (IOException e) {
      return new Outcome(false, "This is no override: " + e.getMessage());
    } catch (CommandException e) {
      return new Outcome(false, String.valueOf(e.getMessage()));
    }
  }

  private static <T> T read(byte[] json, Class<T> type) throws IOException {
    T read = JSON.readValue(json, type);
    if (read == null) {
      throw new IOException("it is null");
    }
    return read;
  }

  private Outcome limit(Limit wanted) {
    if (wanted.perSecond < 0
        || wanted.seconds < 1
        || wanted.seconds > ClusterOverrides.MOST_SECONDS) {
      return new Outcome(
          false,
          "The rate must be 0 or more, and the time 1 to %d s."
              .formatted(ClusterOverrides.MOST_SECONDS));
    }
    List<String> warnings =
        setting.set(
            new Partition(wanted.keyspaceName, wanted.tableName, wanted.partitionKey),
            wanted.kind == Kind.reads ? wanted.perSecond : null,
            wanted.kind == Kind.writes ? wanted.perSecond : null,
            wanted.seconds);
    return done(wanted.perSecond == 0 ? "Denied." : "Limited.", warnings);
  }

  private static Outcome done(String what, List<String> warnings) {
    StringBuilder message = new StringBuilder(what);
    warnings.forEach(warning -> message.append(' ').append(warning).append('.'));
    return new Outcome(true, message.toString());
  }
}
