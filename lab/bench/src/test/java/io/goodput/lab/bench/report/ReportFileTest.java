package io.goodput.lab.bench.report;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.goodput.lab.bench.BenchException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFileTest {

  @Test
  void write_toAFolderThatIsNotThere_saysSoInOneSentence(@TempDir Path folder) {
    Path file = folder.resolve("missing").resolve("report.html");

    assertThatThrownBy(() -> ReportFile.write(file, "text"))
        .isInstanceOf(BenchException.class)
        .hasMessageStartingWith("Cannot write " + file);
  }
}
