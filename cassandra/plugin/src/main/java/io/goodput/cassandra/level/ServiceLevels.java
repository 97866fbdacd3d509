package io.goodput.cassandra.level;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.platform.Platform;
import io.goodput.cassandra.request.Request;
import io.goodput.core.fair.EffectiveLevel;
import io.goodput.core.fair.ServiceLevel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.cassandra.exceptions.RequestExecutionException;
import org.apache.cassandra.utils.NoSpamLogger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The service levels that this node knows, and what each role gets that sends requests to it. A
 * role that has sent none for a minute is forgotten.
 *
 * <p>Thread-safe. A request costs a lookup by the name of its role; a thread of the plug-in reads
 * from the table and from Cassandra's roles. If it cannot, what it has read before stays valid.
 */
public final class ServiceLevels {

  /** The time between two ticks. */
  public static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Ticks from one refresh to the next. */
  private static final int REFRESH_EVERY = 5;

  /** Refreshes until a role is forgotten that sends no requests. */
  private static final int MOST_IDLE = 12;

  private static final Logger logger = LoggerFactory.getLogger(ServiceLevels.class);

  private final LevelTable table = new LevelTable();
  private final Function<String, Set<String>> grants;
  private final Faults faults;

  /** The roles that have sent requests of which this node does not know the level yet. */
  private final Set<String> fresh = ConcurrentHashMap.newKeySet();

  private Consumer<Set<String>> listener = names -> {};
  private volatile Known known = new Known(StoredLevels.NONE, Map.of());
  private int ticks;

  /** A role that sends requests. */
  private static final class ActiveRole {

    /** Null for a role without a level. */
    private final @Nullable EffectiveLevel level;

    /** Refreshes since the role has sent a request. */
    private final int idle;

    private volatile boolean used;

    ActiveRole(@Nullable EffectiveLevel level, int idle) {
      this.level = level;
      this.idle = idle;
    }

    @Nullable EffectiveLevel use() {
      if (!used) {
        used = true;
      }
      return level;
    }

    int idleAtNextRefresh() {
      return used ? 0 : idle + 1;
    }

    boolean isOf(String name) {
      return level != null && level.name().equals(name);
    }
  }

  /** What a node knows. */
  private record Known(StoredLevels stored, Map<String, ActiveRole> ofRoles) {

    boolean hasAttachments() {
      return !stored.attachments().isEmpty();
    }

    Use use(ServiceLevel level) {
      return new Use(level, stored.rolesOf(level.name()).size(), active(level));
    }

    private int active(ServiceLevel level) {
      return (int) ofRoles.values().stream().filter(role -> role.isOf(level.name())).count();
    }
  }

  /** Levels of this node's cluster, of which it knows none yet. Reports what fails. */
  public ServiceLevels(Faults faults) {
    this(Grants::of, faults);
  }

  /**
   * The same with other roles.
   *
   * @param grants the roles granted to a role, and itself
   */
  ServiceLevels(Function<String, Set<String>> grants, Faults faults) {
    this.grants = grants;
    this.faults = faults;
  }

  /**
   * What the role of a request gets; null if it has no level, or if this node does not know it yet:
   * for up to a second after the role's first request in a minute. Allocates nothing for a known
   * role.
   */
  public @Nullable EffectiveLevel of(Request request) {
    return known.hasAttachments() ? of(request.role()) : null;
  }

  @Nullable EffectiveLevel of(@Nullable String role) {
    Known now = known;
    if (role == null || !now.hasAttachments()) {
      return null;
    }
    ActiveRole active = now.ofRoles.get(role);
    if (active == null) {
      fresh.add(role);
      return null;
    }
    return active.use();
  }

  /** Tells the names of all levels from now on, each time that they may have changed. */
  public synchronized void listen(Consumer<Set<String>> ofNames) {
    listener = ofNames;
  }

  /** Learns of changes; called every {@link #TICK_NANOS}, by one thread. */
  public void tick() {
    if (!Platform.ofThisNode().knowsTheSchema()) {
      return;
    }
    if (ticks++ % REFRESH_EVERY == 0) {
      refresh();
    } else if (!fresh.isEmpty()) {
      resolve();
    }
  }

  /** Reads all levels now, or keeps those that it knows if it cannot. */
  synchronized void refresh() {
    keepIfFails(() -> know(table.read()));
  }

  /** Works out what the roles get that are new, or keeps what it knows if it cannot. */
  private synchronized void resolve() {
    keepIfFails(
        () -> {
          Map<String, ActiveRole> ofRoles = new HashMap<>(known.ofRoles);
          addFresh(known.stored, ofRoles);
          know(known.stored, ofRoles);
        });
  }

  private void keepIfFails(Runnable reading) {
    try {
      reading.run();
    } catch (RequestExecutionException e) {
      NoSpamLogger.log(
          logger,
          NoSpamLogger.Level.WARN,
          "service levels",
          1,
          TimeUnit.MINUTES,
          "Service levels cannot be read; this node uses those that it has read before",
          e);
    } catch (RuntimeException e) {
      faults.report("refreshing service levels", e);
    }
  }

  /**
   * A level and its use.
   *
   * @param roles to which it is attached
   * @param activeRoles that have sent requests to this node in about the last minute, and that
   *     compete as this level
   */
  public record Use(ServiceLevel level, int roles, int activeRoles) {

    /** The workload type, as statements name it. */
    public String workloadType() {
      return LevelOptions.nameOf(level.workload());
    }
  }

  /** All levels that this node knows, in the order of their names. */
  public List<Use> uses() {
    Known now = known;
    return now.stored.levels().values().stream().map(now::use).toList();
  }

  /** The level of that name; empty if this node knows no such level. */
  public Optional<Use> use(String name) {
    Known now = known;
    return Optional.ofNullable(now.stored.levels().get(name)).map(now::use);
  }

  LevelTable table() {
    return table;
  }

  StoredLevels stored() {
    return known.stored;
  }

  /** Takes over what was read, works out what each role gets, and forgets roles that are idle. */
  synchronized void know(StoredLevels stored) {
    Map<String, ActiveRole> ofRoles = new HashMap<>();
    if (!stored.attachments().isEmpty()) {
      known.ofRoles.forEach((role, active) -> refresh(stored, ofRoles, role, active));
      addFresh(stored, ofRoles);
    }
    know(stored, ofRoles);
  }

  private void refresh(
      StoredLevels stored, Map<String, ActiveRole> ofRoles, String role, ActiveRole active) {
    int idle = active.idleAtNextRefresh();
    if (idle < MOST_IDLE) {
      ofRoles.put(role, active(stored, role, idle));
    }
  }

  private void addFresh(StoredLevels stored, Map<String, ActiveRole> ofRoles) {
    for (String role : fresh) {
      ofRoles.put(role, active(stored, role, 0));
    }
  }

  private ActiveRole active(StoredLevels stored, String role, int idle) {
    return new ActiveRole(stored.effective(grants.apply(role)).orElse(null), idle);
  }

  private void know(StoredLevels stored, Map<String, ActiveRole> ofRoles) {
    known = new Known(stored, Map.copyOf(ofRoles));
    fresh.removeAll(ofRoles.keySet());
    faults.guard("showing service levels", () -> listener.accept(stored.levels().keySet()));
  }
}
