package io.goodput.rocksdb;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The files at level 0 of each column family that were written since the database was opened, as
 * reported by flushes and compactions. Not thread-safe.
 */
final class LevelZeroFiles {

  private final Map<String, Set<String>> families = new HashMap<>();

  void add(String family, Collection<String> files) {
    families.computeIfAbsent(family, name -> new HashSet<>()).addAll(files);
  }

  /** Removes files, and returns how many of them this object knew. */
  int remove(String family, Collection<String> files) {
    Set<String> known = families.computeIfAbsent(family, name -> new HashSet<>());
    int before = known.size();
    files.forEach(known::remove);
    return before - known.size();
  }

  /** The number of files in the column family that has the most. */
  int most() {
    return families.values().stream().mapToInt(Set::size).max().orElse(0);
  }
}
