package io.goodput.cassandra.platform;

import org.apache.cassandra.utils.FBUtilities;

/** The platform of this node. */
final class ThisNode {

  static final Platform PLATFORM = platform(FBUtilities.getReleaseVersionString());

  /** It is compiled with Cassandra 6.0, and so in a module of its own. */
  private static final String CASSANDRA_60 = "io.goodput.cassandra.platform.Cassandra60";

  private ThisNode() {}

  /** The platform of a release; that of Cassandra 5.0 for all but 4.1 and 6.0. */
  static Platform platform(String release) {
    if (release.startsWith("4.1.")) {
      return new Cassandra41();
    }
    return release.startsWith("6.0") ? cassandra60() : new Cassandra50();
  }

  private static Platform cassandra60() {
    try {
      return Class.forName(CASSANDRA_60)
          .asSubclass(Platform.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(CASSANDRA_60, e);
    }
  }
}
