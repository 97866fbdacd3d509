package io.goodput.cassandra.heat;

import io.goodput.core.heat.ShareMeter;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * A node of this data centre, as this one knows it.
 *
 * @param address as {@code host:port}, of the port between nodes
 * @param hitRate moving average of its cache's, 0 to 1
 * @param fillRatio reads of its disk that fill its cache in the background, for each of that
 *     cache's look-ups
 * @param generation grows with every start of the node
 * @param age how long it has been running
 * @param readsPerSecond reads that this node coordinates of partitions which that node holds
 * @param shareWanted the part of them in which it is to take part, whoever coordinates them, 0 to
 *     1; NaN without such reads
 * @param shareGiven the part of them in which it has taken part lately, 0 to 1; NaN likewise
 * @param localReads reads since its start that it sent to itself as a coordinator
 * @param remoteReads reads since its start that it sent to others as a coordinator
 * @param replicaReads reads of users' tables that it has served as a replica since its start
 */
public record NodeHeat(
    String address,
    double hitRate,
    double fillRatio,
    long generation,
    Duration age,
    double readsPerSecond,
    double shareWanted,
    double shareGiven,
    long localReads,
    long remoteReads,
    long replicaReads) {

  /** The node, if it has reported anything. */
  static Stream<NodeHeat> ofKnown(LocalNode node) {
    NodeReport report = node.report();
    ShareMeter meter = node.meter();
    return report == null
        ? Stream.empty()
        : Stream.of(
            new NodeHeat(
                node.address().getHostAddressAndPort(),
                report.heat().hitRate(),
                report.heat().fillRatio(),
                report.heat().generation(),
                Duration.ofNanos(report.heat().ageNanos()),
                meter.readsPerSecond(),
                meter.wanted(),
                meter.given(),
                report.localReads(),
                report.remoteReads(),
                report.replicaReads()));
  }
}
