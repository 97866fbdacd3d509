package io.goodput.cli.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;

/** Writes files such that a crash leaves the old file or the new one, and never a part of one. */
final class SafeFiles {

  private SafeFiles() {}

  /** Whether both files are there, can be read, and have the same content. */
  static boolean areEqual(Path one, Path other) {
    try {
      return Files.exists(other) && Files.mismatch(one, other) < 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Copies a file that all users may read. */
  static void copy(Path from, Path to) throws IOException {
    Path fresh = to.resolveSibling("." + to.getFileName() + ".new");
    Files.copy(from, fresh, StandardCopyOption.REPLACE_EXISTING);
    readableByAll(fresh);
    Files.move(fresh, to, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Writes a new file that all users may read. */
  static void create(Path file, String content) throws IOException {
    Path fresh = file.resolveSibling("." + file.getFileName() + ".new");
    Files.writeString(fresh, content);
    readableByAll(fresh);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Replaces the content of a file. Its owner and its permissions stay, and a link stays one. */
  static void replace(Path file, String content) throws IOException {
    Path real = file.toRealPath();
    Path fresh = real.resolveSibling("." + real.getFileName() + ".new");
    Files.write(fresh, content.getBytes(HandlerOption.BYTES));
    PosixFileAttributeView view = Files.getFileAttributeView(real, PosixFileAttributeView.class);
    if (view != null) {
      PosixFileAttributes before = view.readAttributes();
      PosixFileAttributeView after =
          Files.getFileAttributeView(fresh, PosixFileAttributeView.class);
      PosixFileAttributes own = after.readAttributes();
      if (!own.owner().equals(before.owner()) || !own.group().equals(before.group())) {
        after.setOwner(before.owner());
        after.setGroup(before.group());
      }
      after.setPermissions(before.permissions());
    }
    Files.move(fresh, real, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void readableByAll(Path file) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    if (view != null) {
      view.setPermissions(PosixFilePermissions.fromString("rw-r--r--"));
    }
  }
}
