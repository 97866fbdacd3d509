package io.goodput.core.fair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.UniqueElements;
import org.junit.jupiter.api.Test;

class TenantNumbersTest {

  private final TenantNumbers numbers = new TenantNumbers();

  @Property
  void of_anyFewTenants_areDifferent(@ForAll @Size(max = 8) @UniqueElements List<Integer> tenants) {
    TenantNumbers few = new TenantNumbers();

    assertThat(tenants.stream().map(few::of)).doesNotHaveDuplicates();
    assertThat(tenants.stream().map(few::of)).doesNotHaveDuplicates();
  }

  @Test
  void of_twoHundredTenants_areDifferent() {
    int[] tenants = new SplittableRandom(7).ints().distinct().limit(200).toArray();

    assertThat(Arrays.stream(tenants).map(numbers::of).distinct()).hasSize(200);
    assertThat(Arrays.stream(tenants).map(numbers::of).distinct()).hasSize(200);
  }

  @Test
  void of_manyTenantsOfOneSet_areBelowTheirNumber() {
    assertThat(IntStream.range(0, 10_000).map(it -> numbers.of(it * FairShares.TENANTS)))
        .allMatch(number -> number >= 0 && number < FairShares.TENANTS);
  }

  @Test
  void of_tenantInUse_staysTheSame() {
    int number = numbers.of(5);

    for (int tick = 0; tick < 3 * TenantNumbers.IDLE_TICKS; tick++) {
      numbers.tick();
      assertThat(numbers.of(5)).isEqualTo(number);
    }
  }

  @Test
  void tick_tenantsAreIdle_givesTheirNumbersToOthers() {
    IntStream.range(0, 8).forEach(it -> numbers.of(it * FairShares.TENANTS));

    IntStream.rangeClosed(0, TenantNumbers.IDLE_TICKS).forEach(tick -> numbers.tick());

    assertThat(IntStream.range(8, 16).map(it -> numbers.of(it * FairShares.TENANTS)).distinct())
        .hasSize(8);
  }
}
