package io.goodput.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A disk that is full: a small file system in memory, which only a process of its own sees. */
@Timeout(120)
class FullDiskTest {

  /** Runs a command, whose folder comes first, in a namespace of its own. */
  private static final List<String> ON_SMALL_DISK =
      List.of(
          "unshare",
          "--user",
          "--map-root-user",
          "--mount",
          "sh",
          "-c",
          "mount -t tmpfs -o size=48m none \"$0\" && exec \"$@\"");

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void writes_onAFullDisk_failAtOnce_andSucceedWhenThereIsSpace(boolean logged) throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    assumeThat(isPermitted(disk)).as("the system permits file systems of a process").isTrue();

    assertThat(
            ForkedJvm.run(
                onSmallDisk(
                    disk,
                    ForkedJvm.command(
                        folder, FullDiskProgram.class, disk.toString(), "" + logged))))
        .isZero();
  }

  private static boolean isPermitted(Path disk) throws InterruptedException {
    try {
      return ForkedJvm.run(onSmallDisk(disk, List.of("true"))) == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static List<String> onSmallDisk(Path disk, List<String> command) {
    List<String> all = new ArrayList<>(ON_SMALL_DISK);
    all.add(disk.toString());
    all.addAll(command);
    return all;
  }
}
