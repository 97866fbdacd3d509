package io.goodput.lab.bench.writestall;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.lab.bench.writestall.WriteCase.Disk;
import io.goodput.lab.bench.writestall.WriteCase.Pattern;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two databases without a limiter. */
class WritersTest {

  private static final WriteCase CASE = new WriteCase(Pattern.OVERWRITE, 2, 2, true, Disk.NONE, 0);
  private static final long KEYS = 100;

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void fill_anyDesign_writesEveryKeyOnce(Design design) throws Exception {
    try (Databases databases = Databases.open(folder, design, CASE)) {
      assertThat(new Writers(databases, CASE, KEYS).fill().latencies().all().getTotalCount())
          .isEqualTo(KEYS);
    }
  }

  @Test
  void overwriteInTime_oneSecond_makesTheWritesOfThatSecond() throws Exception {
    try (Databases databases = Databases.open(folder, Design.GOODPUT, CASE)) {
      WriteRun run = new Writers(databases, CASE, KEYS).overwriteInTime(1, second -> 50);

      assertThat(run.writesBySecond()).containsExactly(50L);
    }
  }

  @ParameterizedTest
  @EnumSource
  void close_anyDesign_removesTheFolder(Design design) throws Exception {
    Databases databases = Databases.open(folder, design, CASE);
    new Writers(databases, CASE, KEYS).fill();
    databases.flush();

    databases.close();

    assertThat(folder).isEmptyDirectory();
  }
}
