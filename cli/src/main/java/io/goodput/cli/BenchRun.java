package io.goodput.cli;

import io.goodput.bench.Bench;
import io.goodput.bench.Benchmark;
import io.goodput.bench.report.Findings;
import io.goodput.bench.report.Findings.Fact;
import io.goodput.bench.report.Json;
import io.goodput.bench.report.Machine;
import io.goodput.bench.report.OldFindings;
import io.goodput.bench.report.Page;
import io.goodput.bench.report.Passwords;
import io.goodput.bench.report.ReportFile;
import io.goodput.cluster.Installation;
import io.goodput.cluster.PreconditionException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that benchmarks have in common, and what is done with what they find. */
final class BenchRun {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--quick", description = "Shorter and less exact, within five minutes.")
  private boolean quick;

  @Option(names = "--json", paramLabel = "FILE", description = "Also write all figures to FILE.")
  private @Nullable Path json;

  @Option(
      names = "--report",
      paramLabel = "FILE.html",
      description = "Also write a page with graphs, which needs no network.")
  private @Nullable Path report;

  boolean quick() {
    return quick;
  }

  /** Runs a benchmark without Cassandra nodes and shows what it found. */
  void run(Benchmark benchmark) {
    run(benchmark, new BenchNodes());
  }

  /** Runs a benchmark and shows its findings: on standard output, and where the options say. */
  void run(Benchmark benchmark, BenchNodes nodes) {
    show(
        progress ->
            new Bench(Installation.locate(), nodes.port(), nodes.heap(), quick, progress)
                .run(benchmark));
  }

  void runOld(Function<Consumer<String>, OldFindings> benchmark) {
    show(progress -> benchmark.apply(progress).findings());
  }

  private void show(Function<Consumer<String>, Findings> benchmark) {
    Stream.of(json, report).forEach(BenchRun::requireWritable);
    List<Fact> setting = setting();
    long begin = System.nanoTime();
    PrintWriter err = spec.commandLine().getErr();
    Findings findings =
        benchmark.apply(line -> err.println("%4d s  %s".formatted(secondsSince(begin), line)));
    PrintWriter out = spec.commandLine().getOut();
    out.print(findings.text());
    out.flush();
    if (json != null) {
      ReportFile.write(json, Json.of(findings.document()));
    }
    if (report != null) {
      ReportFile.write(report, Page.of(findings.with(setting)));
    }
    err.println("Done in %d s".formatted(secondsSince(begin)));
  }

  /** The plug-in's jar. */
  static Path plugin(Installation installation) {
    return installation
        .plugin()
        .orElseThrow(
            () ->
                new PreconditionException(
                    "The plug-in's jar has not been built: build it with"
                        + " ./mvnw -DskipTests package."));
  }

  private List<Fact> setting() {
    CommandLine root = spec.root().commandLine();
    List<Fact> setting = new ArrayList<>();
    setting.add(new Fact("Command", command(root.getParseResult().originalArgs())));
    setting.add(
        new Fact(
            "Versions",
            String.join(" ", root.getCommandSpec().version())
                + ", Cassandra "
                + Installation.locate().cassandraVersion()));
    // Now, since a benchmark may keep this process to some of the cores.
    setting.addAll(Machine.facts());
    return setting;
  }

  /** The command line, without passwords. */
  static String command(List<String> arguments) {
    return arguments.stream()
        .map(Passwords::masked)
        .collect(Collectors.joining(" ", "./goodput ", ""));
  }

  private static long secondsSince(long begin) {
    return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
  }

  /** Better known before the benchmark than after it. */
  private static void requireWritable(@Nullable Path file) {
    if (file == null) {
      return;
    }
    Path folder = file.toAbsolutePath().getParent();
    boolean writable =
        Files.exists(file)
            ? Files.isRegularFile(file) && Files.isWritable(file)
            : folder != null && Files.isDirectory(folder) && Files.isWritable(folder);
    if (!writable) {
      throw new PreconditionException(
          "Cannot write " + file + ": choose a file in a folder that you may write to.");
    }
  }
}
