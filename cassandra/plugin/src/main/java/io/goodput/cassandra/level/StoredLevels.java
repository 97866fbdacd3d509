package io.goodput.cassandra.level;

import io.goodput.core.fair.EffectiveLevel;
import io.goodput.core.fair.ServiceLevel;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.jspecify.annotations.Nullable;

/**
 * All service levels by name, and the name of the level of each role that has one, both in the
 * order of names. Immutable.
 */
record StoredLevels(Map<String, ServiceLevel> levels, Map<String, String> attachments) {

  static final StoredLevels NONE = new StoredLevels(Map.of(), Map.of());

  /** Leaves out attachments of levels that do not exist. */
  static StoredLevels of(Map<String, ServiceLevel> levels, Map<String, String> attachments) {
    Map<String, String> valid = new TreeMap<>(attachments);
    valid.values().retainAll(levels.keySet());
    return new StoredLevels(
        Collections.unmodifiableMap(new TreeMap<>(levels)), Collections.unmodifiableMap(valid));
  }

  /**
   * The level of that name.
   *
   * @throws InvalidRequestException if there is none
   */
  ServiceLevel level(String name) {
    ServiceLevel level = levels.get(name);
    if (level == null) {
      throw new InvalidRequestException("Service level '%s' does not exist".formatted(name));
    }
    return level;
  }

  boolean exists(String name) {
    return levels.containsKey(name);
  }

  /** The name of the level of this very role; null if it has none. */
  @Nullable String attachedTo(String role) {
    return attachments.get(role);
  }

  /** The roles that have this level. */
  List<String> rolesOf(String level) {
    return attachments.entrySet().stream()
        .filter(attachment -> attachment.getValue().equals(level))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** What a role gets that is granted these roles, itself among them; empty if no level. */
  Optional<EffectiveLevel> effective(Collection<String> roles) {
    return EffectiveLevel.of(
        roles.stream()
            .map(attachments::get)
            .filter(Objects::nonNull)
            .map(this::level)
            .distinct()
            .toList());
  }
}
