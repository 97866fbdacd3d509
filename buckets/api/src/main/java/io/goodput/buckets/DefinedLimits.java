package io.goodput.buckets;

import java.util.Optional;
import java.util.SortedMap;

/**
 * The limits that operators and applications define in a database. They are in force for all
 * processes, whatever those state: the limits of an id come first, then those of its longest
 * prefix.
 *
 * <p>Each store of buckets has a factory for these. Thread-safe. Every method throws {@link
 * BucketException} if the database does not answer, or if the buckets are not installed.
 */
public interface DefinedLimits {

  /**
   * Defines the limits of a bucket, which are in force from its next request to the database on.
   *
   * @param id of the bucket, which need not exist
   * @throws IllegalArgumentException if the id is invalid
   */
  void define(String id, Limits limits);

  /** Lets processes state the limits of a bucket again. Returns whether some were defined. */
  boolean undefine(String id);

  /** Returns the limits that are defined for a bucket by its id; empty if there are none. */
  Optional<Limits> find(String id);

  /**
   * Defines the limits of all buckets whose ids start with a prefix, unless they have limits of
   * their own, or a longer prefix has. They are in force from the next request of each bucket on;
   * in Cassandra, within 10 seconds.
   *
   * @param prefix 0 to 1024 bytes
   * @throws IllegalArgumentException if the prefix is invalid
   */
  void defineClass(String prefix, Limits limits);

  /** Removes the limits of a prefix. Returns whether there were some. */
  boolean undefineClass(String prefix);

  /** Returns the limits of all prefixes, in the order of the prefixes. */
  SortedMap<String, Limits> classes();
}
