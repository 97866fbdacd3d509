package io.goodput.cli.install;

import io.goodput.cli.CorrectableException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * One change of a Cassandra installation.
 *
 * @param words what it does, in the imperative
 * @param file what it writes or deletes
 */
record Step(String words, Path file, Action action) {

  /** What a step does. */
  interface Action {
    void run() throws IOException;
  }

  /**
   * Takes steps in order, and prints each of them.
   *
   * @param dry whether only to print them
   * @throws CorrectableException if this user may not take one of them, so that none is taken; or
   *     if a step fails, so that only those before it have been taken
   */
  static void take(List<Step> steps, boolean dry, PrintWriter out) {
    for (Step step : steps) {
      if (!Files.isWritable(step.file)) {
        throw new CorrectableException(
            "Cannot %s: run the command as a user who may write %s."
                .formatted(decapitalized(step.words), step.file));
      }
    }
    for (Step step : steps) {
      try {
        if (!dry) {
          step.action.run();
        }
      } catch (IOException e) {
        throw new CorrectableException(
            "Cannot %s (%s): run the command as a user who may write %s."
                .formatted(decapitalized(step.words), e.getMessage(), step.file));
      }
      out.println((dry ? "would " + decapitalized(step.words) : step.words) + ".");
    }
  }

  private static String decapitalized(String words) {
    return Character.toLowerCase(words.charAt(0)) + words.substring(1);
  }
}
