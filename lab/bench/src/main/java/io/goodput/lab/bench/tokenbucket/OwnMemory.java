package io.goodput.lab.bench.tokenbucket;

/** The memory of each client process. */
final class OwnMemory implements Store {

  @Override
  public String url() {
    return "";
  }

  @Override
  public String version() {
    return "memory";
  }

  @Override
  public boolean isDurable() {
    return false;
  }

  @Override
  public void close() {}
}
