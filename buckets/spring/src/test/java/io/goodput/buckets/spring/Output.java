package io.goodput.buckets.spring;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What the process prints while this is open, also by loggers. */
final class Output implements AutoCloseable {

  private final PrintStream before = System.out;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  Output() {
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
  }

  String text() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    System.setOut(before);
    before.print(text());
  }
}
