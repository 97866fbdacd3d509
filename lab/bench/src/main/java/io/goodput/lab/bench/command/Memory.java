package io.goodput.lab.bench.command;

import com.sun.management.OperatingSystemMXBean;
import io.goodput.lab.nodes.PreconditionException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Checks that this machine has the memory that nodes need. */
final class Memory {

  /** Memory that a lightly loaded node needs beside its heap, as measured. */
  private static final long BESIDE_HEAP_MEGABYTES = 450;

  private Memory() {}

  static void requireRoomFor(int nodes, int heap, long available) {
    long needed = nodes * (heap + BESIDE_HEAP_MEGABYTES);
    if (needed > available) {
      throw new PreconditionException(
          "Not enough memory: %d node(s) with a heap of %d MB need %d MB, and %d MB are available;"
                  .formatted(nodes, heap, needed, available)
              + " start fewer nodes with --nodes or smaller ones with --heap.");
    }
  }

  /** Memory that is available without swapping, within the limits of a container. */
  static long availableMegabytes() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return Math.min(system.getTotalMemorySize() >> 20, kernelEstimate());
  }

  /** Includes caches that Linux can drop. Other systems report no such estimate. */
  private static long kernelEstimate() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/meminfo"))) {
      return lines
          .filter(line -> line.startsWith("MemAvailable:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
          .findFirst()
          .orElse(Long.MAX_VALUE);
    } catch (IOException e) {
      return Long.MAX_VALUE;
    }
  }
}
