package io.goodput.lab.bench.writestall;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.lab.bench.load.ChildProcess;
import io.goodput.lab.bench.writestall.WriteStall.Design;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * A process that writes to the databases of one design, so that each design has a JVM and a RocksDB
 * of its own. It reads a line with {@link Work}, does it, and answers with a line for {@link
 * #read}. It halts at the end of its input.
 */
public final class WriterMain {

  private static final ObjectMapper JSON = new ObjectMapper();

  private WriterMain() {}

  /**
   * What to do.
   *
   * @param folder an existing folder, in which the databases are while the process writes
   */
  record Work(String folder, Design design, WriteCase what, long keys, int seconds) {

    String line() throws IOException {
      return JSON.writeValueAsString(this);
    }
  }

  /** A {@link WriteRun} with encoded latencies. */
  private record Answer(
      List<ByteBuffer> latencies,
      double seconds,
      long stops,
      long delays,
      long reads,
      long writtenBytes,
      long spaceBytes) {}

  /** Takes no arguments. */
  public static void main(String[] args) {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    ExecutorService worker = Executors.newSingleThreadExecutor();
    try {
      input.lines().forEach(line -> worker.execute(() -> System.out.println(answer(line))));
    } finally {
      Runtime.getRuntime().halt(0);
    }
  }

  private static String answer(String line) {
    try {
      return answer(JSON.readValue(line, Work.class));
    } catch (Exception | OutOfMemoryError e) {
      return ChildProcess.FAILED + e.toString().lines().collect(Collectors.joining(" "));
    }
  }

  private static String answer(Work work) throws Exception {
    try (Databases databases = Databases.open(Path.of(work.folder()), work.design(), work.what())) {
      Writers writers = new Writers(databases, work.what(), work.keys());
      writers.fill();
      WriteRun run = writers.overwrite(work.seconds());
      return JSON.writeValueAsString(
          new Answer(
              run.latencies().stream().map(WriterMain::encoded).toList(),
              run.seconds(),
              run.stops(),
              run.delays(),
              run.reads(),
              run.writtenBytes(),
              run.spaceBytes()));
    }
  }

  private static ByteBuffer encoded(Histogram latencies) {
    ByteBuffer bytes = ByteBuffer.allocate(latencies.getNeededByteBufferCapacity());
    latencies.encodeIntoByteBuffer(bytes);
    return bytes.flip();
  }

  /** The run that an answer describes. */
  static WriteRun read(String line) throws IOException {
    Answer answer = JSON.readValue(line, Answer.class);
    return new WriteRun(
        answer.latencies().stream().map(it -> Histogram.decodeFromByteBuffer(it, 0)).toList(),
        answer.seconds(),
        answer.stops(),
        answer.delays(),
        answer.reads(),
        answer.writtenBytes(),
        answer.spaceBytes());
  }
}
