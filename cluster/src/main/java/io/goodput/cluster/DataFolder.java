package io.goodput.cluster;

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
 * The folder of one cluster, locked for as long as it is open: the operating system gives the lock
 * back when this process dies.
 *
 * <p>It remembers what cannot change between two starts: the number of nodes, and the storage port,
 * which nodes store as part of each other's address.
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

  /** To be called before the first node writes its data. */
  void remember() {
    Properties cluster = new Properties();
    cluster.setProperty("nodes", Integer.toString(spec.nodes()));
    cluster.setProperty("storage_port", Integer.toString(storagePort));
    try (Writer out = Files.newBufferedWriter(memory(spec))) {
      cluster.store(out, "Fixed when the cluster was first started.");
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
      // Held by this very process, which is no different for the caller.
    }
    throw new PreconditionException(
        "Another cluster is running on " + folder + ": stop it, or choose another folder.");
  }

  private static int storagePort(ClusterSpec spec) throws IOException {
    Path file = memory(spec);
    if (!Files.exists(file)) {
      return spec.defaultStoragePort();
    }
    Properties cluster = new Properties();
    try (Reader in = Files.newBufferedReader(file)) {
      cluster.load(in);
      requireSameNodes(Integer.parseInt(cluster.getProperty("nodes")), spec);
      return Integer.parseInt(cluster.getProperty("storage_port"));
    } catch (NumberFormatException e) {
      throw new PreconditionException(
          file + " is damaged: restore it, or choose another folder.", e);
    }
  }

  private static void requireSameNodes(int nodes, ClusterSpec spec) {
    if (nodes != spec.nodes()) {
      throw new PreconditionException(
          "The data in %s belongs to a cluster of %d, not %d: ask for %d, or choose another folder."
              .formatted(spec.directory(), nodes, spec.nodes(), nodes));
    }
  }

  private static Path memory(ClusterSpec spec) {
    return spec.directory().resolve("cluster.properties");
  }

  private static PreconditionException notWritable(ClusterSpec spec, IOException cause) {
    return new PreconditionException(
        "Cannot write to " + spec.directory() + ": choose a folder that you may write to.", cause);
  }
}
