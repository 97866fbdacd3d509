package io.goodput.lab.bench.writestall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.goodput.lab.bench.writestall.WriteCase.Disk;
import io.goodput.lab.bench.writestall.WriteStall.Design;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rocksdb.RocksDB;

/** Two databases without a limiter. */
class WritersTest {

  private static final WriteCase CASE = new WriteCase(2, 2, true, Disk.NONE, 0, 0);
  private static final long KEYS = 100;

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void fill_anyDesign_writesEveryKeyOnce(Design design) throws Exception {
    try (Databases databases = Databases.open(folder, design, CASE)) {
      new Writers(databases, CASE, KEYS).fill();

      assertThat(databases.databases.stream().mapToLong(RocksDB::getLatestSequenceNumber).sum())
          .isEqualTo(KEYS);
    }
  }

  @Test
  void overwrite_twoSeconds_countsTheWritesOfEach() throws Exception {
    try (Databases databases = Databases.open(folder, Design.GOODPUT, CASE)) {
      Writers writers = new Writers(databases, CASE, KEYS);
      writers.fill();
      WriteRun run = writers.overwrite(2);

      assertThat(run.seconds()).isGreaterThanOrEqualTo(2);
      assertThat(run.writesBySecond()).hasSize(2).allMatch(writes -> writes > 0);
    }
  }

  @Test
  void overwrite_withALoad_sendsThatManyWrites() throws Exception {
    WriteCase load = new WriteCase(2, 2, true, Disk.NONE, 1, 0.5);
    try (Databases databases = Databases.open(folder, Design.STOCK, load)) {
      Writers writers = new Writers(databases, load, KEYS);
      writers.fill();

      assertThat(writers.overwrite(2).perSecond()).isCloseTo(load.perSecond(), withinPercentage(5));
    }
  }

  @ParameterizedTest
  @EnumSource
  void close_anyDesign_removesTheFolder(Design design) throws Exception {
    Databases databases = Databases.open(folder, design, CASE);
    new Writers(databases, CASE, KEYS).fill();

    databases.close();

    assertThat(folder).isEmptyDirectory();
  }
}
