package io.goodput.lab.bench.writestall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.goodput.lab.bench.load.ChildProcess;
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

  private static final WriteCase CASE = new WriteCase(2, 2, true, Disk.NONE, 0, 0, 0);
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
    WriteRun run = overwrite(Design.GOODPUT, CASE, 2);

    assertThat(run.seconds()).isGreaterThanOrEqualTo(2);
    assertThat(run.writesBySecond()).hasSize(2).allMatch(writes -> writes > 0);
  }

  @Test
  void overwrite_withALoad_sendsThatManyWrites() throws Exception {
    WriteCase load = new WriteCase(2, 2, true, Disk.NONE, 1, 0.5, 0);

    assertThat(overwrite(Design.STOCK, load, 2).perSecond())
        .isCloseTo(load.perSecond(), withinPercentage(5));
  }

  @Test
  void overwrite_withReaders_countsTheirReads() throws Exception {
    WriteCase read = new WriteCase(2, 2, true, Disk.NONE, 0, 0, 2);

    assertThat(overwrite(Design.GOODPUT, read, 2).reads()).isPositive();
  }

  @Test
  void overwrite_onAnEmulatedDisk_countsWhatIsWritten() throws Exception {
    WriteCase limited = new WriteCase(2, 2, true, Disk.SMOOTH, 48, 0, 0);
    WriteRun run = overwrite(Design.GOODPUT, limited, 3);

    assertThat(run.writtenBytes()).isPositive();
    assertThat(run.spaceBytes()).isPositive();
  }

  private WriteRun overwrite(Design design, WriteCase what, int seconds) throws Exception {
    try (Databases databases = Databases.open(folder, design, what)) {
      Writers writers = new Writers(databases, what, KEYS);
      writers.fill();
      return writers.overwrite(seconds);
    }
  }

  /** Speedb's native library has a name of its own. */
  @Test
  void process_ofSpeedb_loadsSpeedb() throws Exception {
    try (ChildProcess process =
        new ChildProcess(Design.SPEEDB.jars(), "Speedb", LoadedLibrary.class.getName())) {
      assertThat(process.answer(60)).contains("speedb");
    }
  }

  @Test
  void process_ofOldStock_loadsTheVersionThatSpeedbComesFrom() throws Exception {
    try (ChildProcess process =
        new ChildProcess(Design.OLD_STOCK.jars(), "old RocksDB", LoadedLibrary.class.getName())) {
      assertThat(process.answer(60)).endsWith("8.6.7");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"GOODPUT", "SPEEDB", "OLD_STOCK"})
  void process_anyDesign_answersWithItsRun(Design design) throws Exception {
    WriteRun run = WriteStall.run(folder, design, CASE, KEYS, 2);

    assertThat(run.perSecond()).isPositive();
    assertThat(run.writesBySecond()).hasSize(2);
    assertThat(folder).isEmptyDirectory();
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
