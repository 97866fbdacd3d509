package io.goodput.bench.rejection;

/**
 * Something that the limiter counted, or admitted, against what it should have been.
 *
 * @param what in words
 * @param threads that asked at the same time
 */
record Count(String what, int threads, double is, double exact) {

  double error() {
    return (is - exact) / exact;
  }
}
