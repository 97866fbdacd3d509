package io.goodput.cassandra.platform;

import org.apache.cassandra.utils.FBUtilities;

/** The platform of this node. */
final class ThisNode {

  static final Platform PLATFORM = platform(FBUtilities.getReleaseVersionString());

  private ThisNode() {}

  /** The platform of a release; that of Cassandra 5.0 for all but 4.1. */
  static Platform platform(String release) {
    return release.startsWith("4.1.") ? new Cassandra41() : new Cassandra50();
  }
}
