package io.goodput.lab.bench.writestall;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.RocksDB;

/** A process that prints which native library it has loaded, and its version. */
public final class LoadedLibrary {

  private LoadedLibrary() {}

  /** Takes no arguments. */
  public static void main(String[] args) throws IOException {
    RocksDB.loadLibrary();
    try (var maps = Files.lines(Path.of("/proc/self/maps"))) {
      System.out.println(
          maps.filter(map -> map.contains("dbjni")).findFirst().orElse("none")
              + " "
              + RocksDB.rocksdbVersion());
    }
  }
}
