package io.goodput.bench.overload;

import io.goodput.bench.load.Recording;
import io.goodput.bench.load.Summary;

/**
 * One load on one node.
 *
 * @param offered requests a second
 * @param settle seconds that do not count
 * @param recoverySeconds from the end of the load until a light one was served as if nothing had
 *     been; NaN if it was given up waiting for that
 */
record Step(double offered, Recording recording, int settle, double recoverySeconds) {

  Summary summary() {
    return recording.over(settle, recording.length());
  }
}
