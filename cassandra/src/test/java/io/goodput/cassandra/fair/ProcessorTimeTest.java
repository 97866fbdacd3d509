package io.goodput.cassandra.fair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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

  @TempDir private Path tasks;
  private ProcessorTime time;

  @BeforeEach
  void noThreads() {
    time = new ProcessorTime(tasks, tasks.resolve("own"));
  }

  @Test
  void update_theFirstTime_countsNothing() throws IOException {
    thread("1", "ReadStage-1", 500, 700);

    time.update();

    assertThat(time.ranNanos()).isZero();
  }

  @Test
  void update_threadsThatServe_addsUpWhatTheyRan() throws IOException {
    thread("1", "ReadStage-1", 500, 700);
    thread("2", "Native-Transpor", 100, 100);
    time.update();
    thread("1", "ReadStage-1", 600, 900);
    thread("2", "Native-Transpor", 130, 140);

    time.update();

    assertThat(time.ranNanos()).isEqualTo(130);
    assertThat(time.waitedNanos()).isEqualTo(240);
  }

  @Test
  void update_otherThreads_countNothing() throws IOException {
    thread("1", "CompactionExecu", 500, 700);
    time.update();
    thread("1", "CompactionExecu", 600, 900);

    time.update();

    assertThat(time.ranNanos()).isZero();
  }

  @Test
  void update_aFileThatSaysNothing_countsTheOthers() throws IOException {
    thread("1", "ReadStage-1", 500, 700);
    thread("2", "ReadStage-2", 100, 100);
    time.update();
    Files.writeString(tasks.resolve("1/schedstat"), "");
    thread("2", "ReadStage-2", 130, 140);

    time.update();

    assertThat(time.ranNanos()).isEqualTo(30);
  }

  @Test
  void update_theCaller_isNotOneOfTheThreads() throws IOException {
    thread("own", "Goodput:1", 500, 700);
    time.update();
    thread("own", "Goodput:1", 600, 900);

    time.update();

    assertThat(time.delayedNanos()).isEqualTo(200);
    assertThat(time.waitedNanos()).isZero();
  }

  @Test
  void update_noSuchFolder_countsNothing() {
    ProcessorTime elsewhere = new ProcessorTime(tasks.resolve("missing"), tasks.resolve("own"));

    elsewhere.update();

    assertThat(elsewhere.ranNanos()).isZero();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void update_aThreadOfThisProcessThatRuns_countsItsTime() {
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
      await()
          .until(
              () -> {
                own.update();
                return own.ranNanos() > 0;
              });
    } finally {
      stopped.set(true);
    }
  }

  private void thread(String id, String name, long ran, long waited) throws IOException {
    Path task = Files.createDirectories(tasks.resolve(id));
    Files.writeString(task.resolve("comm"), name + "\n");
    Files.writeString(task.resolve("schedstat"), ran + " " + waited + " 3\n");
  }
}
