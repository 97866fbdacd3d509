package io.goodput.lab.bench.command;

import static io.goodput.cli.console.ConsoleBrowser.DESK;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import io.goodput.cli.TargetFolder;
import io.goodput.cli.TestNodes;
import io.goodput.cli.connect.LoginOptions;
import io.goodput.cli.console.ConsoleBrowser;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the README as processes of their own, and a real browser. */
@DisplayName("A newcomer with `goodput run --console` and `goodput load`")
@Timeout(300)
class NewcomerIT {

  private static final int PORT = 9436;
  private static final Pattern URL = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/");

  @Test
  @DisplayName("finds the hot partition, its client, and the end of the trouble within a minute")
  void page_ofALoad_leadsToALimit(@TempDir Path folder) throws Exception {
    try (Running run =
            Running.start(
                "run",
                "--port=" + PORT,
                "--heap=512",
                "--data=" + TargetFolder.create(),
                "--console",
                "--console-port=0");
        ConsoleBrowser page = ConsoleBrowser.start(run.await(URL), folder);
        Running load = Running.start("load", "--port=" + PORT)) {
      load.await(Pattern.compile("^Reading demo\\.posts"));
      long begin = System.nanoTime();
      page.show(DESK, "light");
      page.await("document.getElementById('banner').dataset.level === 'TROUBLE'");
      page.await("document.getElementById('sentence').textContent.includes('goodput load')");
      assertThat(page.text("#sentence")).contains("partition 1 of demo.posts");

      page.tab().evaluate("document.getElementById('limit-worst').click()");
      paste(page.text("#dialog .statement code"));

      page.await("document.getElementById('banner').dataset.level === 'HELD'");
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofMinutes(1));
    }
  }

  private static void paste(String statement) {
    InetSocketAddress node = new InetSocketAddress(InetAddress.getLoopbackAddress(), PORT);
    try (CqlSession session = LoginOptions.connect(List.of(node), null, null)) {
      TestNodes.execute(session, statement);
    }
  }

  /** A command that runs until it is interrupted. */
  private record Running(Process process, BufferedReader out) implements AutoCloseable {

    static Running start(String... arguments) throws IOException {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-cp", System.getProperty("java.class.path")));
      command.add("io.goodput.lab.bench.command.Lab");
      command.addAll(List.of(arguments));
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      return new Running(process, process.inputReader());
    }

    /** Awaits a line with this text, and returns the text. */
    String await(Pattern pattern) {
      return out.lines()
          .flatMap(line -> pattern.matcher(line).results())
          .map(MatchResult::group)
          .findFirst()
          .orElseThrow(() -> new AssertionError("No line has " + pattern));
    }

    @Override
    public void close() throws IOException {
      // destroy() of the process itself would close its output.
      process.toHandle().destroy();
      process.onExit().join();
      out.close();
    }
  }
}
