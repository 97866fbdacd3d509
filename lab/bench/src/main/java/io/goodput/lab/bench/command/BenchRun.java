package io.goodput.lab.bench.command;

import io.goodput.cli.CommandException;
import io.goodput.cli.Printed;
import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.Benchmark;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Findings.Fact;
import io.goodput.lab.bench.report.Page;
import io.goodput.lab.nodes.Installation;
import io.goodput.lab.nodes.PreconditionException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that all benchmarks share. Runs a benchmark and shows its findings. */
final class BenchRun {

  private static final int NODE_HEAP_MEGABYTES = 640;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--quick", description = "Run shorter and less exactly.")
  boolean quick;

  @Option(
      names = "--port",
      paramLabel = "P",
      description =
          "Port of the benchmark's own nodes; a second cluster takes P + 10, a third P + 20"
              + " (default: ${DEFAULT-VALUE}).")
  private int port = 9342;

  @Option(names = "--json", paramLabel = "FILE", description = "Also write all figures to FILE.")
  private @Nullable Path json;

  @Option(
      names = "--report",
      paramLabel = "FILE.html",
      description = "Also write a page for browsers that needs no network.")
  private @Nullable Path report;

  /**
   * Runs a benchmark and shows its findings.
   *
   * @throws PreconditionException before the benchmark if a file cannot be written
   */
  void run(Benchmark benchmark) {
    Stream.of(json, report).flatMap(Stream::ofNullable).forEach(BenchRun::requireWritable);
    Installation installation = Installation.locate();
    // A benchmark may restrict this process to some of the cores later.
    List<Fact> facts = facts(installation.cassandraVersion());
    long begin = System.nanoTime();
    PrintWriter err = spec.commandLine().getErr();
    Bench bench =
        new Bench(
            installation,
            port,
            NODE_HEAP_MEGABYTES,
            quick,
            line -> err.println("%4d s  %s".formatted(secondsSince(begin), line)));
    Findings findings = bench.run(benchmark).with(facts);
    PrintWriter out = spec.commandLine().getOut();
    out.print(findings.text());
    out.flush();
    if (json != null) {
      write(json, findings.json());
    }
    if (report != null) {
      write(report, Page.of(findings));
    }
    err.println("Done in %d s".formatted(secondsSince(begin)));
  }

  ParameterException mistake(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }

  private List<Fact> facts(String cassandra) {
    return List.of(
        new Fact("Command", shown(spec.root().commandLine().getParseResult().originalArgs())),
        new Fact("Versions", String.join(" ", spec.root().version()) + ", Cassandra " + cassandra),
        new Fact(
            "Machine",
            "%d cores, %s; all processes share it"
                .formatted(
                    Runtime.getRuntime().availableProcessors(), System.getProperty("os.name"))),
        new Fact("Java", System.getProperty("java.version")),
        new Fact("Date", LocalDate.now(ZoneId.systemDefault()).toString()));
  }

  /** The command as a user would type it, without passwords. */
  static String shown(List<String> arguments) {
    return arguments.stream()
        .map(Printed::masked)
        .collect(Collectors.joining(" ", "./goodput ", ""));
  }

  private static long secondsSince(long begin) {
    return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
  }

  private static void requireWritable(Path file) {
    Path target = Files.exists(file) ? file : file.toAbsolutePath().resolveSibling(".");
    if (Files.isDirectory(file) || !Files.isWritable(target)) {
      throw new PreconditionException(
          "Cannot write " + file + ": choose a file in a folder that you may write to.");
    }
  }

  /** Writes text and a line break. */
  static void write(Path file, String text) {
    try {
      Files.writeString(file, text + "\n");
    } catch (IOException e) {
      throw new CommandException("Cannot write " + file + ": " + e.getMessage() + ".", e);
    }
  }
}
