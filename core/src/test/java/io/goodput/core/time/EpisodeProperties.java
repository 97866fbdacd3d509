package io.goodput.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.time.Episode.Change;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class EpisodeProperties {

  @Example
  void episode_beginsWhenSeenAndEndsAfterTheQuietSamples() {
    Episode episode = new Episode(2);

    assertThat(List.of(true, true, false, true, false, false, false))
        .extracting(episode::sample)
        .containsExactly(
            Change.BEGAN,
            Change.NONE,
            Change.NONE,
            Change.NONE,
            Change.NONE,
            Change.ENDED,
            Change.NONE);
  }

  @Property
  void changes_alternateAndBeginWithABeginning(
      @ForAll List<Boolean> samples, @ForAll @IntRange(min = 1, max = 5) int quiet) {
    List<Change> changes = changes(samples, quiet);

    for (int i = 0; i < changes.size(); i++) {
      assertThat(changes.get(i)).isEqualTo(i % 2 == 0 ? Change.BEGAN : Change.ENDED);
    }
  }

  @Property
  void beginnings_areRarerThanTheQuietSamples(
      @ForAll List<Boolean> samples, @ForAll @IntRange(min = 1, max = 5) int quiet) {
    long begun = changes(samples, quiet).stream().filter(it -> it == Change.BEGAN).count();

    assertThat((begun - 1) * (quiet + 1)).isLessThan(Math.max(1, samples.size()));
  }

  @Property
  void isUnderWay_isWhetherOneOfTheLastSamplesHasSeenIt(
      @ForAll List<Boolean> samples, @ForAll @IntRange(min = 1, max = 5) int quiet) {
    Episode episode = new Episode(quiet);
    samples.forEach(episode::sample);

    List<Boolean> last = samples.subList(Math.max(0, samples.size() - quiet), samples.size());
    assertThat(episode.isUnderWay()).isEqualTo(last.contains(true));
  }

  private static List<Change> changes(List<Boolean> samples, int quiet) {
    Episode episode = new Episode(quiet);
    List<Change> changes = new ArrayList<>();
    for (boolean sample : samples) {
      Change change = episode.sample(sample);
      if (change != Change.NONE) {
        changes.add(change);
      }
    }
    return changes;
  }
}
