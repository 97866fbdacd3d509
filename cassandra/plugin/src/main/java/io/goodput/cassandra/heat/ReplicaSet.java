package io.goodput.cassandra.heat;

import io.goodput.core.heat.ReadShares;
import java.util.Arrays;
import java.util.List;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.jspecify.annotations.Nullable;

/**
 * The replicas of a partition in this data center, in the order of their addresses, on which all
 * nodes agree; and how many of them a read contacts. One thread refills it for each read. Copies
 * serve as keys of a map.
 */
final class ReplicaSet {

  private final LocalNode[] nodes;
  private int size;
  private int contacted;

  ReplicaSet() {
    this.nodes = new LocalNode[ReadShares.MAX_REPLICAS];
  }

  private ReplicaSet(LocalNode[] nodes, int contacted) {
    this.nodes = nodes;
    this.size = nodes.length;
    this.contacted = contacted;
  }

  void clear() {
    size = 0;
  }

  /** Adds a replica; false if there is no room. */
  boolean add(LocalNode node) {
    if (size == nodes.length) {
      return false;
    }
    int place = size;
    while (place > 0 && nodes[place - 1].address().compareTo(node.address()) > 0) {
      nodes[place] = nodes[place - 1];
      place--;
    }
    nodes[place] = node;
    size++;
    return true;
  }

  /** Sets how many replicas the read contacts, at most all of them. */
  void contact(int count) {
    contacted = Math.min(count, size);
  }

  int size() {
    return size;
  }

  /** How many replicas the read contacts. */
  int contacted() {
    return contacted;
  }

  /** The replica at this index. */
  LocalNode node(int index) {
    return nodes[index];
  }

  /** The index of the replica at this address; -1 if there is none. */
  int indexOf(InetAddressAndPort address) {
    for (int i = 0; i < size; i++) {
      if (nodes[i].address().equals(address)) {
        return i;
      }
    }
    return -1;
  }

  List<LocalNode> toList() {
    return List.of(Arrays.copyOf(nodes, size));
  }

  ReplicaSet copy() {
    return new ReplicaSet(Arrays.copyOf(nodes, size), contacted);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (!(other instanceof ReplicaSet set) || set.size != size || set.contacted != contacted) {
      return false;
    }
    for (int i = 0; i < size; i++) {
      if (nodes[i] != set.nodes[i]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    int hash = contacted;
    for (int i = 0; i < size; i++) {
      hash = 31 * hash + System.identityHashCode(nodes[i]);
    }
    return hash;
  }
}
