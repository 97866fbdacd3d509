package io.goodput.rocksdb;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

/**
 * Writes more to a database than its disk takes at once. Ends with an exit code of 1 if writes are
 * not paced, or if they are not to be paced and no fault says so.
 */
public final class FatJarProgram {

  private FatJarProgram() {}

  public static void main(String[] arguments) throws Exception {
    try (SlowDisk disk = new SlowDisk();
        DbPacer pacer = DbPacer.create("db");
        Options options =
            pacer.attachTo(
                RecommendedOptions.applyToFamily(
                    disk.options().setListeners(List.of()), SlowDisk.MEGABYTE));
        RocksDB db = RocksDB.open(options, arguments[0]);
        PacedWrites writes = new PacedWrites(db, pacer)) {
      byte[] value = new byte[4_096];
      for (int write = 0; write < 16 * SlowDisk.MEGABYTE / value.length; write++) {
        new Random(write).nextBytes(value);
        writes.put(ByteBuffer.allocate(8).putLong(write).array(), value);
      }
      boolean paced = pacer.state().delayedWrites() > 0 && pacer.faults() == 0;
      boolean unpaced = pacer.state().delayedWrites() == 0 && pacer.faults() == 1;
      if (arguments[1].equals("paced") ? !paced : !unpaced) {
        Runtime.getRuntime().halt(1);
      }
    }
  }

  /** Runs a program of a jar in a class loader that knows only the JDK and this jar. */
  public static final class Launcher {

    private Launcher() {}

    public static void main(String[] arguments) throws Exception {
      URL jar = Path.of(arguments[0]).toUri().toURL();
      try (URLClassLoader loader =
          new URLClassLoader(new URL[] {jar}, ClassLoader.getPlatformClassLoader())) {
        Class<?> program = loader.loadClass("io.goodput.rocksdb.FatJarProgram");
        program
            .getMethod("main", String[].class)
            .invoke(null, (Object) new String[] {arguments[1], "unpaced"});
      }
    }
  }
}
