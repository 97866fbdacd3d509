package io.goodput.cli.install;

/**
 * Something that keeps Goodput from protecting a cluster.
 *
 * @param node an address, {@code cluster}, or {@code files} for those of this machine
 * @param problem a clause without a full stop
 * @param fix what to do about it, as a clause in the imperative
 */
public record Finding(String node, String problem, String fix) {

  /** The node, and a sentence each about the problem and about what to do. */
  public String inWords() {
    String imperative = Character.toUpperCase(fix.charAt(0)) + fix.substring(1);
    return "%s: %s. %s.".formatted(node, problem, imperative);
  }
}
