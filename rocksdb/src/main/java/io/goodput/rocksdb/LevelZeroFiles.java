package io.goodput.rocksdb;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The files at level 0 of each column family that were written since the database was opened, by
 * what flushes and compactions tell. Not thread-safe.
 */
final class LevelZeroFiles {

  private final Map<String, Set<String>> families = new HashMap<>();

  void added(String family, Collection<String> files) {
    families.computeIfAbsent(family, name -> new HashSet<>()).addAll(files);
  }

  /** Says how many of these files were known to be there. */
  int removed(String family, Collection<String> files) {
    Set<String> known = families.computeIfAbsent(family, name -> new HashSet<>());
    int before = known.size();
    files.forEach(known::remove);
    return before - known.size();
  }

  /** How many the column family with the most has. */
  int most() {
    return families.values().stream().mapToInt(Set::size).max().orElse(0);
  }
}
