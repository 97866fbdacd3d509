package io.goodput.driver;

import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.session.Session;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;

/**
 * What {@link AdaptiveThrottler} and {@link BudgetedRetryPolicy} do in a session, as meters of
 * Micrometer with the tag {@code session}, its name. Needs {@code micrometer-core} on the class
 * path. The driver itself has meters for how long requests wait for the throttler.
 *
 * <pre>new SessionMeters(session).bindTo(registry);</pre>
 *
 * <p>Immutable.
 */
public final class SessionMeters implements MeterBinder {

  private final DriverContext context;

  /** The meters of a session. */
  public SessionMeters(Session session) {
    this.context = session.getContext();
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Meters meters = new Meters(registry, Tags.of("session", context.getSessionName()));
    if (context.getRequestThrottler() instanceof AdaptiveThrottler throttler) {
      meters.gauge("window", "Requests in flight allowed", throttler, AdaptiveThrottler::window);
      meters.gauge("in.flight", "Requests in flight", throttler, AdaptiveThrottler::inFlight);
      meters.gauge(
          "waiting", "Requests that are not sent yet", throttler, AdaptiveThrottler::waiting);
      meters.count(
          "refused",
          "Requests that overloaded nodes refused",
          throttler,
          AdaptiveThrottler::refused);
      meters.count(
          "not.sent", "Requests that were not sent", throttler, AdaptiveThrottler::notSent);
    }
    if (context.getRequestIdGenerator().orElse(null) instanceof ClientDeadlines deadlines) {
      meters.count(
          "retries.withheld", "Retries beyond the budget", deadlines, ClientDeadlines::withheld);
    }
  }

  private record Meters(MeterRegistry registry, Tags tags) {

    <T> void gauge(String name, String description, T source, ToDoubleFunction<T> value) {
      Gauge.builder("goodput.session." + name, source, value)
          .description(description)
          .tags(tags)
          .register(registry);
    }

    <T> void count(String name, String description, T source, ToDoubleFunction<T> count) {
      FunctionCounter.builder("goodput.session." + name, source, count)
          .description(description)
          .tags(tags)
          .register(registry);
    }
  }
}
