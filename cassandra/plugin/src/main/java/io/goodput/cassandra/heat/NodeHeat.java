package io.goodput.cassandra.heat;

import io.goodput.core.heat.ShareMeter;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * What this node knows about a node of its data center.
 *
 * @param address as {@code host:port}, with the port between nodes
 * @param hitRate moving average of its cache's hit rate, 0 to 1
 * @param fillRatio background reads that fill its cache, per lookup in that cache
 * @param generation grows with each start of the node
 * @param age time since the node started
 * @param readsPerSecond reads of the node's partitions that this node coordinates
 * @param shareWanted the part of those reads that the node should serve, 0 to 1; NaN if there are
 *     no such reads
 * @param shareGiven the part of those reads that the node served lately, 0 to 1; NaN if there are
 *     no such reads
 * @param localReads reads since its start that the node coordinated and sent to itself
 * @param remoteReads reads since its start that the node coordinated and sent to others
 * @param replicaReads reads of users' tables since its start that the node served as a replica
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

  /** What is known about a node; empty before its first report. */
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
