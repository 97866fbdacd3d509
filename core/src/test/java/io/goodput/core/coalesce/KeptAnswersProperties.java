package io.goodput.core.coalesce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.BeforeTry;

@SuppressWarnings("ConstantOverflow") // as a monotonic clock does
class KeptAnswersProperties {

  private static final long NOW = Long.MAX_VALUE - 500;
  private static final int PARTITION = 7;

  private KeptAnswers<Integer, String> answers = new KeptAnswers<>(1_000, NOW);

  @BeforeTry
  void keepNothing() {
    answers = new KeptAnswers<>(1_000, NOW);
  }

  @Property
  void bytes_ofAnyAnswers_neverExceedTheBound_andAreFreedWithTheLastAnswer(
      @ForAll @Size(max = 200) List<@IntRange(min = 1, max = 400) Integer> sizes) {
    for (int i = 0; i < sizes.size(); i++) {
      answers.keep(i % 13, "answer", NOW + i % 3, NOW + 10, sizes.get(i));
      assertThat(answers.bytes()).isBetween(0L, 1_000L);
    }

    answers.forget(NOW + 11);

    assertThat(answers.bytes()).isZero();
    assertThat(answers.find(0, PARTITION, NOW)).isEmpty();
  }

  @Property
  void find_returnsTheAnswerOfTheNewestRead(
      @ForAll @IntRange(max = 100) int one, @ForAll @IntRange(max = 100) int other) {
    answers.keep(1, "one", NOW + one, NOW + 200, 1);
    answers.keep(1, "other", NOW + other, NOW + 200, 1);

    assertThat(answers.find(1, PARTITION, NOW)).hasValue(other > one ? "other" : "one");
    assertThat(answers.bytes()).isEqualTo(1);
  }

  @Property
  void find_neverReturnsAnAnswerThatIsOlderThanAllowed(
      @ForAll @IntRange(max = 1_000) int started, @ForAll @IntRange(max = 1_000) int oldest) {
    answers.keep(1, "answer", NOW + started, NOW + 2_000, 1);

    assertThat(answers.find(1, PARTITION, NOW + oldest).isEmpty()).isEqualTo(started < oldest);
  }

  @Property
  void find_neverReturnsAnAnswerWhoseReadStartedBeforeAWriteEnded(
      @ForAll @IntRange(max = 1_000) int started, @ForAll @IntRange(max = 1_000) int written) {
    answers.keep(1, "answer", NOW + started, NOW + 2_000, 1);

    answers.written(PARTITION, NOW + written);

    assertThat(answers.find(1, PARTITION, NOW).isEmpty()).isEqualTo(started <= written);
    assertThat(answers.find(1, PARTITION + 1, NOW)).hasValue("answer");
  }

  @Example
  void keep_ofAnAnswerThatDoesNotFit_keepsTheOlderOne() {
    answers.keep(1, "small", NOW, NOW + 200, 10);

    answers.keep(1, "large", NOW + 1, NOW + 200, 1_001);

    assertThat(answers.find(1, PARTITION, NOW)).hasValue("small");
  }
}
