package io.goodput.core.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A table of hashed entries")
class HashedEntriesTest {

  private record Named(long hash, String name) implements HashedEntries.Entry {}

  private final HashedEntries<Named> table = new HashedEntries<>(16);

  @Test
  void find_nothingAdded_isEmpty() {
    assertThat(table.find(0)).isNull();
    assertThat(table.placeOf(0)).isEqualTo(HashedEntries.NONE);
  }

  @Test
  void add_newHash_isFound() {
    Named entry = new Named(5, "entry");

    assertThat(table.add(entry)).isSameAs(entry);
    assertThat(table.find(5)).isSameAs(entry);
    assertThat(table.find(5 + 16)).isNull();
  }

  @Test
  void add_sameHash_returnsTheEntryThatIsThere() {
    Named first = new Named(5, "first");
    table.add(first);

    assertThat(table.add(new Named(5, "second"))).isSameAs(first);
    assertThat(table.all()).containsExactly(first);
  }

  @Test
  @DisplayName("has eight places for hashes of one set, and others for another set")
  void add_manyOfOneSet_areBounded() {
    for (int i = 0; i < 100; i++) {
      table.add(new Named(2L * i, "even"));
    }

    assertThat(table.all()).hasSize(HashedEntries.WAYS);
    assertThat(table.add(new Named(1_000, "even"))).isNull();
    assertThat(table.add(new Named(1_001, "odd"))).isNotNull();
  }

  @Test
  void replace_whatIsThere_takesItsPlace() {
    for (int i = 0; i < HashedEntries.WAYS; i++) {
      table.add(new Named(2L * i, "even"));
    }
    assertThat(table.hasRoom(1_000)).isFalse();
    int place = table.placeOf(1_000, 3);
    Named holder = Objects.requireNonNull(table.at(place));
    Named next = new Named(1_000, "next");

    assertThat(table.replace(place, holder, next)).isTrue();
    assertThat(table.find(1_000)).isSameAs(next);
    assertThat(table.find(holder.hash())).isNull();
  }

  @Test
  void replace_whatIsThereNoMore_changesNothing() {
    Named entry = new Named(4, "entry");
    table.add(entry);

    assertThat(table.replace(table.placeOf(4), null, new Named(6, "next"))).isFalse();
    assertThat(table.all()).containsExactly(entry);
  }

  @Test
  @DisplayName("puts an entry into the place of another one if there is no empty one")
  void put_manyOfOneSet_isAlwaysFound() {
    for (int i = 0; i < 100; i++) {
      table.put(new Named(2L * i, "even"), i);

      assertThat(table.find(2L * i)).isNotNull();
    }

    assertThat(table.all()).hasSize(HashedEntries.WAYS);
  }

  @Test
  void put_sameHash_replacesItsEntry() {
    table.put(new Named(5, "first"), 0);
    table.put(new Named(5, "second"), 0);

    assertThat(table.all()).containsExactly(new Named(5, "second"));
  }

  @Test
  void removeIf_met_leavesTheOthers() {
    table.add(new Named(1, "goes"));
    table.add(new Named(3, "stays"));

    table.removeIf(entry -> entry.name.equals("goes"));

    assertThat(table.find(1)).isNull();
    assertThat(table.find(3)).isNotNull();
    assertThat(table.add(new Named(1, "again"))).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {-8, 0, 4, 24, Integer.MIN_VALUE})
  void places_noPowerOfTwoFromEight_areRejected(int places) {
    assertThatThrownBy(() -> new HashedEntries<Named>(places))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(Integer.toString(places));
  }
}
