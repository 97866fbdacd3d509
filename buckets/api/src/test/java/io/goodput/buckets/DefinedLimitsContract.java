package io.goodput.buckets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What the limits that a database defines have to do, whatever the database. */
public abstract class DefinedLimitsContract {

  private static final Limits TEN = Limits.parse("10 per day");
  private static final Limits SEVERAL = Limits.parse("10 per second, burst 20; 1000 per hour");

  private final String id = UUID.randomUUID().toString();

  /** The limits of a database with installed buckets. */
  protected abstract DefinedLimits limits();

  @Test
  public void find_ofAnIdThatIsDefined_returnsTheLatestLimits() {
    limits().define(id, TEN);
    limits().define(id, SEVERAL);

    assertThat(limits().find(id)).contains(SEVERAL);
    assertThat(limits().find(id + "-other")).isEmpty();
  }

  @Test
  public void undefine_saysWhetherLimitsWereDefined() {
    limits().define(id, TEN);

    assertThat(limits().undefine(id)).isTrue();
    assertThat(limits().find(id)).isEmpty();
    assertThat(limits().undefine(id)).isFalse();
    assertThat(limits().undefine(id + "-other")).isFalse();
  }

  @Test
  public void classes_haveTheLimitsOfAllPrefixesInTheirOrder() {
    limits().defineClass(id + "-b", SEVERAL);
    limits().defineClass(id + "-a", TEN);

    assertThat(limits().classes())
        .containsEntry(id + "-a", TEN)
        .containsEntry(id + "-b", SEVERAL)
        .satisfies(classes -> assertThat(new ArrayList<>(classes.keySet())).isSorted());
    assertThat(limits().find(id + "-a")).isEmpty();
    assertThat(limits().undefineClass(id + "-a")).isTrue();
    assertThat(limits().undefineClass(id + "-a")).isFalse();
    assertThat(limits().classes()).doesNotContainKey(id + "-a").containsKey(id + "-b");
  }

  @Test
  public void define_ofAnIdThatIsImpossible_saysWhatIsPossible() {
    assertThatThrownBy(() -> limits().define("", TEN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("choose one of 1 to 1024");
    assertThatThrownBy(() -> limits().defineClass("a\0", TEN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("U+0000");
  }
}
