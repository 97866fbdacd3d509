package io.goodput.lab.bench.writestall;

import java.util.List;

/**
 * Size of a run.
 *
 * @param keys keys of all databases together; each is written before a load is measured
 * @param seconds length of a load, 3 s or more
 * @param inlineSeconds length of a load without blob files, whose compactions become steady slowly
 */
public record WriteLengths(
    List<Design> designs, int rounds, long keys, int seconds, int inlineSeconds) {

  /** Two cases take about ten minutes. */
  public static final WriteLengths QUICK =
      new WriteLengths(List.of(Design.values()), 3, 350_000, 10, 10);

  /** A case takes some minutes. */
  public static final WriteLengths FULL =
      new WriteLengths(List.of(Design.values()), 3, 600_000, 15, 60);

  int seconds(WriteCase what) {
    return what.blobs() ? seconds : inlineSeconds;
  }
}
