package io.goodput.rocksdb;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The files at level 0 of each column family. They are debt only in families whose compactions move
 * files to other levels; other families keep their files at level 0, as FIFO compaction does. Not
 * thread-safe.
 */
final class LevelZeroFiles {

  private final Map<String, Set<String>> families = new HashMap<>();
  private final Set<String> compacting = new HashSet<>();

  /** A compaction moves files of the column family to another level. */
  void compacting(String family) {
    compacting.add(family);
  }

  /** No compaction moves files, until the next one begins. */
  void notCompacting() {
    compacting.clear();
  }

  /** Whether compactions move files of any column family. */
  boolean isCompacting() {
    return !compacting.isEmpty();
  }

  void add(String family, Collection<String> paths) {
    Set<String> files = files(family);
    paths.forEach(path -> files.add(name(path)));
  }

  /** Removes files, and returns how many of them this object knew. */
  int remove(String family, Collection<String> paths) {
    Set<String> files = files(family);
    int before = files.size();
    paths.forEach(path -> files.remove(name(path)));
    return before - files.size();
  }

  void forget(String family) {
    families.remove(family);
    compacting.remove(family);
  }

  /** Knows these files instead, and returns how many others it knew. */
  int replace(Map<String, Set<String>> paths) {
    int before = families.values().stream().mapToInt(Set::size).sum();
    families.forEach(
        (family, files) -> {
          Set<String> actual = new HashSet<>();
          paths.getOrDefault(family, Set.of()).forEach(path -> actual.add(name(path)));
          files.retainAll(actual);
        });
    int after = families.values().stream().mapToInt(Set::size).sum();
    paths.forEach(this::add);
    return before - after;
  }

  /** The number of files in the column family that has the most, of those that are compacted. */
  int most() {
    return compacting.stream().mapToInt(family -> files(family).size()).max().orElse(0);
  }

  private Set<String> files(String family) {
    return families.computeIfAbsent(family, name -> new HashSet<>());
  }

  /** RocksDB states some paths with the folder, and some without. */
  private static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
