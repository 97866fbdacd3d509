package org.apache.cassandra.io.compress;

import io.goodput.lab.bench.coldcache.node.EmulatedDisk;
import io.goodput.lab.bench.coldcache.node.ThisNode;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;

/**
 * Stores chunks uncompressed and reads them from an {@link EmulatedDisk}: Cassandra uncompresses a
 * chunk exactly when its chunk cache misses the chunk. Thread-safe.
 *
 * <p>Cassandra looks for compressors in this package, because a table's files contain only the name
 * of the class.
 */
public final class EmulatedDiskCompressor implements ICompressor {

  private final EmulatedDisk disk = ThisNode.disk();

  private EmulatedDiskCompressor() {}

  /** Creates a compressor; Cassandra calls this method. There are no options. */
  public static EmulatedDiskCompressor create(Map<String, String> options) {
    return new EmulatedDiskCompressor();
  }

  @Override
  public int initialCompressedBufferLength(int chunkLength) {
    return chunkLength;
  }

  @Override
  public void compress(ByteBuffer input, ByteBuffer output) {
    output.put(input);
  }

  @Override
  public void uncompress(ByteBuffer input, ByteBuffer output) {
    disk.read();
    output.put(input);
  }

  @Override
  public int uncompress(
      byte[] input, int inputOffset, int inputLength, byte[] output, int outputOffset) {
    disk.read();
    System.arraycopy(input, inputOffset, output, outputOffset, inputLength);
    return inputLength;
  }

  @Override
  public BufferType preferredBufferType() {
    return BufferType.OFF_HEAP;
  }

  @Override
  public boolean supports(BufferType bufferType) {
    return true;
  }

  @Override
  public Set<String> supportedOptions() {
    return Set.of();
  }
}
