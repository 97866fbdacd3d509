package io.goodput.cassandra.warming;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.io.util.File;
import org.apache.cassandra.io.util.FileInputStreamPlus;
import org.apache.cassandra.io.util.FileOutputStreamPlus;

/**
 * The list of hot chunks on disk: the names of the data files, then the file number and position of
 * each chunk. A new list replaces the whole file, so that a crash leaves the previous one.
 */
final class HotChunksFile {

  private static final int MAGIC = 0x676f6f64;
  private static final int VERSION = 1;

  private final File file;

  HotChunksFile(File file) {
    this.file = file;
  }

  void write(List<HotChunk> chunks) throws IOException {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    chunks.forEach(chunk -> numbers.putIfAbsent(chunk.file(), numbers.size()));
    File fresh = new File(file.path() + ".tmp");
    try (FileOutputStreamPlus out = fresh.newOutputStream(File.WriteMode.OVERWRITE)) {
      out.writeInt(MAGIC);
      out.writeInt(VERSION);
      out.writeInt(numbers.size());
      for (String name : numbers.keySet()) {
        out.writeUTF(name);
      }
      out.writeInt(chunks.size());
      for (HotChunk chunk : chunks) {
        out.writeInt(numbers.getOrDefault(chunk.file(), 0));
        out.writeLong(chunk.position());
      }
      out.sync();
    }
    fresh.move(file);
  }

  /**
   * The list that was written last; empty if there is none.
   *
   * @throws IOException if the file was not written by {@link #write}
   */
  List<HotChunk> read() throws IOException {
    if (!file.exists()) {
      return List.of();
    }
    try (FileInputStreamPlus in = file.newInputStream()) {
      if (in.readInt() != MAGIC || in.readInt() != VERSION) {
        throw new IOException(file + " is not a list of hot chunks");
      }
      List<String> names = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        names.add(in.readUTF());
      }
      List<HotChunk> chunks = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        int number = in.readInt();
        if (number < 0 || number >= names.size()) {
          throw new IOException(file + " is damaged");
        }
        chunks.add(new HotChunk(names.get(number), in.readLong()));
      }
      return chunks;
    }
  }
}
