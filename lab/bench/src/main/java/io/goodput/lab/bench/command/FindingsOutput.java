package io.goodput.lab.bench.command;

import io.goodput.cli.Passwords;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Findings.Fact;
import io.goodput.lab.bench.report.Page;
import io.goodput.lab.bench.report.ReportFile;
import io.goodput.lab.nodes.PreconditionException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows findings on standard output, and writes them to the files that options name. */
class FindingsOutput {

  @Spec(Spec.Target.MIXEE)
  CommandSpec spec;

  @Option(names = "--json", paramLabel = "FILE", description = "Also write all figures to FILE.")
  private @Nullable Path json;

  @Option(
      names = "--report",
      paramLabel = "FILE.html",
      description = "Also write a page for browsers that needs no network.")
  private @Nullable Path report;

  /**
   * Measures and shows the findings.
   *
   * @param measurement receives a consumer of short lines about its progress
   * @throws PreconditionException before the measurement if a file cannot be written
   */
  final void show(Function<Consumer<String>, Findings> measurement) {
    Stream.of(json, report).flatMap(Stream::ofNullable).forEach(FindingsOutput::requireWritable);
    // A benchmark may restrict this process to some of the cores later.
    List<Fact> run = run();
    long begin = System.nanoTime();
    PrintWriter err = spec.commandLine().getErr();
    Findings findings =
        measurement
            .apply(line -> err.println("%4d s  %s".formatted(secondsSince(begin), line)))
            .with(run);
    PrintWriter out = spec.commandLine().getOut();
    out.print(findings.text());
    out.flush();
    if (json != null) {
      ReportFile.write(json, findings.json());
    }
    if (report != null) {
      ReportFile.write(report, Page.of(findings));
    }
    err.println("Done in %d s".formatted(secondsSince(begin)));
  }

  String versions() {
    return String.join(" ", spec.root().version());
  }

  private List<Fact> run() {
    return List.of(
        new Fact("Command", shown(spec.root().commandLine().getParseResult().originalArgs())),
        new Fact("Versions", versions()),
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
        .map(Passwords::masked)
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
}
