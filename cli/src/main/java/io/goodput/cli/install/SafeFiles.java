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

  /** Writes the content of a file. */
  private interface Writing {
    void to(Path file) throws IOException;
  }

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
    place(
        to,
        fresh -> {
          Files.copy(from, fresh, StandardCopyOption.REPLACE_EXISTING);
          readableByAll(fresh);
        });
  }

  /** Writes a new file that all users may read. */
  static void create(Path file, String content) throws IOException {
    place(
        file,
        fresh -> {
          Files.writeString(fresh, content);
          readableByAll(fresh);
        });
  }

  /** Replaces the content of a file. Its owner and its permissions stay, and a link stays one. */
  static void replace(Path file, String content) throws IOException {
    Path real = file.toRealPath();
    place(
        real,
        fresh -> {
          Files.writeString(fresh, content, HandlerOption.BYTES);
          copyRights(real, fresh);
        });
  }

  /** Writes a file under another name, and then gives it its own. */
  private static void place(Path file, Writing writing) throws IOException {
    Path fresh = file.resolveSibling("." + file.getFileName() + ".new");
    try {
      writing.to(fresh);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  private static void copyRights(Path from, Path to) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(from, PosixFileAttributeView.class);
    if (view == null) {
      return;
    }
    PosixFileAttributes before = view.readAttributes();
    PosixFileAttributeView after = Files.getFileAttributeView(to, PosixFileAttributeView.class);
    PosixFileAttributes own = after.readAttributes();
    if (!own.owner().equals(before.owner()) || !own.group().equals(before.group())) {
      after.setOwner(before.owner());
      after.setGroup(before.group());
    }
    after.setPermissions(before.permissions());
  }

  private static void readableByAll(Path file) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    if (view != null) {
      view.setPermissions(PosixFilePermissions.fromString("rw-r--r--"));
    }
  }
}
