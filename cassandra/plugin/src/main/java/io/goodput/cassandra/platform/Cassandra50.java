package io.goodput.cassandra.platform;

/** Cassandra 5.0. */
final class Cassandra50 extends BeforeCassandra60 implements SinceCassandra50 {}
