package io.goodput.cli.top;

import io.goodput.cli.Printed;
import io.goodput.cli.connect.ClusterOptions;
import io.goodput.cli.watch.Merge;
import io.goodput.cli.watch.NodeSample;
import io.goodput.cli.watch.Nodes;
import io.goodput.cli.watch.Snapshot;
import java.io.PrintWriter;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code goodput top}: limits, load, and hot partitions of a cluster, refreshed each second. */
@Command(
    name = "top",
    description = "Shows limits, load, and hot partitions of all nodes, refreshed each second.")
public final class TopCommand implements Callable<Integer> {

  /** Moves the cursor home and clears the screen. An interrupted command leaves no state behind. */
  private static final String CLEAR = "\033[H\033[J";

  private static final int MOST_PARTITIONS = 10;

  @Spec private CommandSpec spec;

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Option(names = "--once", description = "Print one snapshot and exit.")
  private boolean once;

  @Option(names = "--json", description = "Print a JSON object per refresh.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    try (Nodes nodes = new Nodes(cluster.connect())) {
      show(nodes);
    }
    return ExitCode.OK;
  }

  @SuppressWarnings("SystemConsoleNull") // Cassandra 5.0 does not run on Java 22.
  private void show(Nodes nodes) throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    String before = once || System.console() == null ? "" : CLEAR;
    long lastNanos = System.nanoTime();
    Map<String, NodeSample> last = nodes.sample();
    do {
      TimeUnit.SECONDS.sleep(1);
      long nanos = System.nanoTime();
      Map<String, NodeSample> now = nodes.sample();
      String time =
          LocalTime.now(ZoneId.systemDefault()).format(DateTimeFormatter.ofPattern("HH:mm:ss"));
      double seconds = (nanos - lastNanos) / 1e9;
      Snapshot snapshot = new Merge(seconds, seconds, MOST_PARTITIONS, last, now).snapshot(time);
      out.println(json ? Printed.json(snapshot) : before + Screen.text(snapshot));
      lastNanos = nanos;
      last = now;
    } while (!once && !out.checkError());
  }
}
