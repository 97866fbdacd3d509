package io.goodput.cassandra.request;

/** What guards have decided on a request that has just arrived. */
record Decided(boolean isAdmitted, boolean isKept) implements Arrived {}
