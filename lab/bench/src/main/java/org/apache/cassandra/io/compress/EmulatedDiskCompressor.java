package org.apache.cassandra.io.compress;

import io.goodput.lab.bench.coldcache.node.EmulatedDisk;
import io.goodput.lab.bench.coldcache.node.ThisNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * Stores chunks uncompressed and reads them from an {@link EmulatedDisk}: Cassandra uncompresses a
 * chunk exactly when its chunk cache misses the chunk. Thread-safe.
 *
 * <p>Cassandra looks for compressors in this package, because a table's files contain only the name
 * of the class.
 */
public final class EmulatedDiskCompressor extends NoopCompressor {

  private final EmulatedDisk disk = ThisNode.disk();

  private EmulatedDiskCompressor() {}

  /** Creates a compressor; Cassandra calls this method. There are no options. */
  public static EmulatedDiskCompressor create(Map<String, String> options) {
    return new EmulatedDiskCompressor();
  }

  @Override
  public void uncompress(ByteBuffer input, ByteBuffer output) throws IOException {
    disk.read();
    super.uncompress(input, output);
  }

  @Override
  public int uncompress(
      byte[] input, int inputOffset, int inputLength, byte[] output, int outputOffset)
      throws IOException {
    disk.read();
    return super.uncompress(input, inputOffset, inputLength, output, outputOffset);
  }

  @Override
  public BufferType preferredBufferType() {
    return BufferType.OFF_HEAP;
  }
}
