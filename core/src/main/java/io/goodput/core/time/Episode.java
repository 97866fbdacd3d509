package io.goodput.core.time;

/**
 * Tells when something that comes and goes, such as rejections, begins and ends: it ends when none
 * of the last samples has seen it. So it begins at most once in that many samples, however often it
 * comes and goes. For one thread.
 */
public final class Episode {

  /** What a sample has changed. */
  public enum Change {
    NONE,
    BEGAN,
    ENDED
  }

  private final int quietSamples;
  private int quiet;

  /**
   * Nothing yet.
   *
   * @param quietSamples how many samples without it end an episode, 1 or more
   */
  public Episode(int quietSamples) {
    this.quietSamples = quietSamples;
    this.quiet = quietSamples;
  }

  /**
   * Takes a sample.
   *
   * @param isSeen whether it has come since the last sample
   */
  public Change sample(boolean isSeen) {
    boolean wasUnderWay = isUnderWay();
    quiet = isSeen ? 0 : Math.min(quietSamples, quiet + 1);
    if (wasUnderWay == isUnderWay()) {
      return Change.NONE;
    }
    return wasUnderWay ? Change.ENDED : Change.BEGAN;
  }

  /** Whether it has begun and not ended. */
  public boolean isUnderWay() {
    return quiet < quietSamples;
  }
}
