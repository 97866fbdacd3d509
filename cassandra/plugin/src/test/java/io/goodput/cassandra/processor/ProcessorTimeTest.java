package io.goodput.cassandra.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.goodput.core.fair.ProcessorUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ProcessorTimeTest {

  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  @TempDir private Path tasks;
  private ProcessorTime time;

  @BeforeEach
  void noThreads() {
    time = new ProcessorTime(tasks, tasks.resolve("own"));
  }

  @Test
  void use_theFirstTime_countsNothing() throws IOException {
    thread("1", "ReadStage-1", 500, 700);

    assertThat(time.use().ranNanos()).isZero();
  }

  @Test
  void use_threadsThatServe_addsUpWhatTheyDid() throws IOException {
    thread("1", "ReadStage-1", 500, 700);
    thread("2", "Native-Transpor", 100, 100);
    time.use();
    thread("1", "ReadStage-1", 600, 900, 7);
    thread("2", "Native-Transpor", 130, 140, 4);

    assertThat(time.use()).isEqualTo(new ProcessorUse(130, 240, 5, 0, 0, PROCESSORS));
  }

  @Test
  void use_threadsOfOwnWork_areCountedApart() throws IOException {
    thread("1", "CompactionExecu", 500, 700);
    time.use();
    thread("1", "CompactionExecu", 600, 900);

    assertThat(time.use()).isEqualTo(new ProcessorUse(0, 0, 0, 0, 100, PROCESSORS));
  }

  @Test
  void use_otherThreads_countNothing() throws IOException {
    thread("1", "MemtableFlushWr", 500, 700);
    time.use();
    thread("1", "MemtableFlushWr", 600, 900);

    assertThat(time.use()).isEqualTo(new ProcessorUse(0, 0, 0, 0, 0, PROCESSORS));
  }

  @Test
  void use_aFileThatSaysNothing_countsTheOthers() throws IOException {
    thread("1", "ReadStage-1", 500, 700);
    thread("2", "ReadStage-2", 100, 100);
    time.use();
    Files.writeString(tasks.resolve("1/schedstat"), "");
    thread("2", "ReadStage-2", 130, 140);

    assertThat(time.use().ranNanos()).isEqualTo(30);
  }

  @Test
  void use_theCaller_isNotOneOfTheThreads() throws IOException {
    thread("own", "Goodput:1", 500, 700);
    time.use();
    thread("own", "Goodput:1", 600, 900);

    assertThat(time.use()).isEqualTo(new ProcessorUse(0, 0, 0, 200, 0, PROCESSORS));
  }

  @Test
  void use_noSuchFolder_countsNothing() {
    ProcessorTime elsewhere = new ProcessorTime(tasks.resolve("missing"), tasks.resolve("own"));

    assertThat(elsewhere.use().ranNanos()).isZero();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void use_aThreadOfThisProcessThatRuns_countsItsTime() {
    AtomicBoolean stopped = new AtomicBoolean();
    Thread busy =
        new Thread(
            () -> {
              while (!stopped.get()) {
                Thread.onSpinWait();
              }
            },
            "ReadStage-1");
    busy.start();
    try {
      ProcessorTime own = new ProcessorTime();
      await().until(() -> own.use().ranNanos() > 0);
    } finally {
      stopped.set(true);
    }
  }

  private void thread(String id, String name, long ran, long waited) throws IOException {
    thread(id, name, ran, waited, 3);
  }

  private void thread(String id, String name, long ran, long waited, long turns)
      throws IOException {
    Path task = Files.createDirectories(tasks.resolve(id));
    Files.writeString(task.resolve("comm"), name + "\n");
    Files.writeString(task.resolve("schedstat"), ran + " " + waited + " " + turns + "\n");
  }
}
