package io.goodput.lab.nodes;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Properties;

/**
 * The folder of one cluster, locked while it is open. The operating system releases the lock if
 * this process dies.
 *
 * <p>A properties file in the folder keeps what must not change between two starts: the number of
 * nodes and the storage port, which nodes store as part of each other's address.
 */
final class DataFolder implements AutoCloseable {

  private final ClusterSpec spec;
  private final FileChannel lockFile;
  private final int storagePort;

  private DataFolder(ClusterSpec spec, FileChannel lockFile, int storagePort) {
    this.spec = spec;
    this.lockFile = lockFile;
    this.storagePort = storagePort;
  }

  static DataFolder open(ClusterSpec spec) {
    Path folder = spec.directory();
    try {
      Files.createDirectories(folder);
      FileChannel lockFile =
          FileChannel.open(
              folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      try {
        lock(lockFile, folder);
        return new DataFolder(spec, lockFile, storagePort(spec));
      } catch (IOException | RuntimeException e) {
        lockFile.close();
        throw e;
      }
    } catch (IOException e) {
      throw notWritable(spec, e);
    }
  }

  int storagePort() {
    return storagePort;
  }

  /** Saves the number of nodes and the storage port. Call this before the first node starts. */
  void saveProperties() {
    Properties cluster = new Properties();
    cluster.setProperty("nodes", Integer.toString(spec.nodes()));
    cluster.setProperty("storage_port", Integer.toString(storagePort));
    try (Writer out = Files.newBufferedWriter(propertiesFile(spec))) {
      cluster.store(out, "Written when the cluster was first started; do not change.");
    } catch (IOException e) {
      throw notWritable(spec, e);
    }
  }

  @Override
  public void close() {
    try {
      lockFile.close();
    } catch (IOException e) {
      throw new ClusterException("Cannot unlock the data folder: " + e.getMessage() + ".", e);
    }
  }

  private static void lock(FileChannel lockFile, Path folder) throws IOException {
    try {
      FileLock lock = lockFile.tryLock();
      if (lock != null) {
        return;
      }
    } catch (OverlappingFileLockException e) {
      // This process holds the lock; for the caller, that is the same.
    }
    throw new PreconditionException(
        "Another cluster is running in "
            + folder
            + ": stop it, or choose another folder with --data.");
  }

  private static int storagePort(ClusterSpec spec) throws IOException {
    Path file = propertiesFile(spec);
    if (!Files.exists(file)) {
      return spec.defaultStoragePort();
    }
    Properties cluster = new Properties();
    try (Reader in = Files.newBufferedReader(file)) {
      cluster.load(in);
      requireSameSize(Integer.parseInt(cluster.getProperty("nodes")), spec);
      return Integer.parseInt(cluster.getProperty("storage_port"));
    } catch (NumberFormatException e) {
      throw new PreconditionException(
          file + " is damaged: restore it, or choose another folder.", e);
    }
  }

  private static void requireSameSize(int stored, ClusterSpec spec) {
    if (stored != spec.nodes()) {
      throw new PreconditionException(
          ("The data in %s belongs to a cluster of size %d, not %d: run it with --nodes %d, or"
                  + " choose another folder with --data.")
              .formatted(spec.directory(), stored, spec.nodes(), stored));
    }
  }

  private static Path propertiesFile(ClusterSpec spec) {
    return spec.directory().resolve("cluster.properties");
  }

  private static PreconditionException notWritable(ClusterSpec spec, IOException cause) {
    return new PreconditionException(
        "Cannot write to " + spec.directory() + ": choose a writable folder.", cause);
  }
}
