package io.goodput.lab.nodes;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the reason for a failed start in a node's output and log. */
final class StartFailure {

  private static final List<Pattern> OUTPUT =
      List.of(
          Pattern.compile("Exception \\(.*\\) encountered during startup: (.+)"),
          Pattern.compile("Error: (.+)"),
          Pattern.compile("(Unrecognized .+|.*OutOfMemoryError.*)"));
  private static final List<Pattern> LOG = List.of(Pattern.compile("ERROR \\[.*?] .*? - (.+)"));

  private StartFailure() {}

  /** The reason without a final period; empty if the files do not contain one. */
  static Optional<String> reason(Path output, Path log) {
    return firstMatch(output, OUTPUT)
        .or(() -> firstMatch(log, LOG))
        .map(reason -> reason.strip().replaceAll("[.:]+$", ""));
  }

  private static Optional<String> firstMatch(Path file, List<Pattern> patterns) {
    if (!Files.isReadable(file)) {
      return Optional.empty();
    }
    try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      return lines
          .flatMap(line -> patterns.stream().map(pattern -> pattern.matcher(line)))
          .filter(Matcher::find)
          .map(matcher -> matcher.group(1))
          .findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
