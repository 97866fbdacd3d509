package io.goodput.cli.install;

/**
 * Something that keeps Goodput from protecting a node.
 *
 * @param what a clause without a full stop
 * @param fix what to do about it, as a clause in the imperative
 */
public record Problem(String what, String fix) {}
