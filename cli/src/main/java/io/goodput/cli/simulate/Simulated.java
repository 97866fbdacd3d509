package io.goodput.cli.simulate;

/** What a simulation found. */
interface Simulated {

  /** For people: plain text with a line break at its end. */
  String table();

  /** For programs: one document. */
  String json();
}
