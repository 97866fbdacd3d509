package io.goodput.cli.doctor;

import io.goodput.cli.install.Problem;

/**
 * A problem of a node or of the cluster.
 *
 * @param node an address, or {@code cluster}
 */
record Finding(String node, Problem problem) {

  static final String CLUSTER = "cluster";

  static Finding of(String node, String what, String fix) {
    return new Finding(node, new Problem(what, fix));
  }
}
