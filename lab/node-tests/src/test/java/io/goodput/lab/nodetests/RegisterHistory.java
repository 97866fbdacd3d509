package io.goodput.lab.nodetests;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The history of a register to which each value is written once. Not thread-safe.
 *
 * <p>Whether it is linearizable follows from its zones (Gibbons and Korach, "Testing Shared
 * Memories", 1997). The zone of a value lies between the earliest end and the latest begin of the
 * operations with that value. It is a forward zone if the end is earlier, else a backward zone. A
 * history is linearizable if no read ends before its write begins, no two forward zones overlap,
 * and no backward zone lies within a forward zone.
 */
final class RegisterHistory {

  /** Times are nanoseconds on one clock. */
  record Operation(boolean isWrite, long value, long begin, long end) {}

  private record Zone(long value, long least, long most, boolean isForward) {}

  private final Map<Long, List<Operation>> byValue = new HashMap<>();

  void add(Operation operation) {
    byValue.computeIfAbsent(operation.value, value -> new ArrayList<>()).add(operation);
  }

  /** One sentence on what contradicts a register; empty if the history is linearizable. */
  Optional<String> violation() {
    List<Zone> zones = new ArrayList<>();
    for (Map.Entry<Long, List<Operation>> entry : byValue.entrySet()) {
      List<Operation> operations = entry.getValue();
      Optional<Operation> write = operations.stream().filter(Operation::isWrite).findAny();
      if (write.isEmpty()) {
        return Optional.of("Value %d was read and never written".formatted(entry.getKey()));
      }
      if (operations.stream().anyMatch(it -> it.end < write.get().begin)) {
        return Optional.of("Value %d was read before it was written".formatted(entry.getKey()));
      }
      long firstEnd = operations.stream().mapToLong(Operation::end).min().orElseThrow();
      long lastBegin = operations.stream().mapToLong(Operation::begin).max().orElseThrow();
      zones.add(
          new Zone(
              entry.getKey(),
              Math.min(firstEnd, lastBegin),
              Math.max(firstEnd, lastBegin),
              firstEnd < lastBegin));
    }
    return contradiction(zones);
  }

  private static Optional<String> contradiction(List<Zone> zones) {
    List<Zone> forward =
        zones.stream()
            .filter(Zone::isForward)
            .sorted(Comparator.comparingLong(Zone::least))
            .toList();
    for (int i = 1; i < forward.size(); i++) {
      Zone earlier = forward.get(i - 1);
      Zone later = forward.get(i);
      if (later.least < earlier.most) {
        return Optional.of(
            "Value %d was read after value %d, and before it"
                .formatted(earlier.value, later.value));
      }
    }
    for (Zone zone : zones) {
      if (!zone.isForward) {
        for (Zone around : forward) {
          if (around.least < zone.least && zone.most < around.most) {
            return Optional.of(
                "Value %d was read after value %d had replaced it"
                    .formatted(around.value, zone.value));
          }
        }
      }
    }
    return Optional.empty();
  }
}
