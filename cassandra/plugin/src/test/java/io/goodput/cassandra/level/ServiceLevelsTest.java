package io.goodput.cassandra.level;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.goodput.cassandra.fault.Faults;
import io.goodput.core.fair.EffectiveLevel;
import io.goodput.core.fair.ServiceLevel;
import io.goodput.core.fair.Workload;
import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ServiceLevelsTest {

  private static final ServiceLevel SITE = new ServiceLevel("site", 800, 5, Workload.INTERACTIVE);
  private static final ServiceLevel REPORTS = new ServiceLevel("reports", 100, 9, Workload.BATCH);
  private static final StoredLevels STORED =
      StoredLevels.of(
          Map.of("site", SITE, "reports", REPORTS),
          Map.of("web", "site", "job", "reports", "orphan", "dropped"));

  private static final Map<String, Set<String>> GRANTS =
      Map.of(
          "web", Set.of("web"), "nightly", Set.of("nightly", "job"), "both", Set.of("web", "job"));

  private final ServiceLevels levels = new ServiceLevels(this::grants, new Faults());
  private final Set<String> lookedUp = new HashSet<>();

  @Test
  void of_noAttachments_isNull() {
    levels.know(StoredLevels.of(Map.of("site", SITE), Map.of()));

    assertThat(levels.of("web")).isNull();
  }

  @Test
  @DisplayName("A role gets its level when the node has learned of the role")
  void of_newRole_isKnownAfterTheNextLook() {
    levels.know(STORED);
    assertThat(levels.of("web")).isNull();

    levels.know(STORED);

    assertThat(known("web").name()).isEqualTo("site");
  }

  @Test
  void of_roleGrantedARoleWithALevel_hasThatLevel() {
    assertThat(known("nightly").name()).isEqualTo("reports");
  }

  @Test
  void of_roleWithSeveral_hasThemCombined() {
    EffectiveLevel both = known("both");

    assertThat(both.shares()).isEqualTo(100);
    assertThat(both.timeoutNanos()).isEqualTo(5);
    assertThat(both.workload()).isEqualTo(Workload.BATCH);
  }

  @Test
  void of_roleWithoutALevel_isNull() {
    assertThat(level("other")).isNull();
  }

  @Test
  void of_clientThatHasNotLoggedIn_isNull() {
    assertThat(level(null)).isNull();
  }

  @Test
  void of_roleWhoseLevelWasDropped_isNull() {
    assertThat(level("orphan")).isNull();
  }

  @Test
  void of_afterAChange_isTheNewLevel() {
    EffectiveLevel unused = known("web");

    levels.know(StoredLevels.of(Map.of("site", REPORTS), Map.of("web", "site")));

    assertThat(levels.of("web")).extracting(EffectiveLevel::shares).isEqualTo(100);
  }

  @Test
  @DisplayName("A role that sends no requests for twelve refreshes is not looked up again")
  void know_idleRole_isForgotten() {
    EffectiveLevel unused = known("web");

    for (int i = 0; i <= 12; i++) {
      levels.know(STORED);
    }
    lookedUp.clear();
    levels.know(STORED);

    assertThat(lookedUp).isEmpty();
    assertThat(levels.use("site").orElseThrow().activeRoles()).isZero();
    assertThat(known("web").name()).isEqualTo("site");
  }

  @Test
  void know_roleThatSendsRequests_isKept() {
    EffectiveLevel unused = known("web");

    for (int i = 0; i < 30; i++) {
      levels.know(STORED);
      assertThat(levels.of("web")).isNotNull();
    }
  }

  @Test
  void of_aKnownRole_allocatesNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    EffectiveLevel unused = known("web");

    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 1000; i++) {
      unused = levels.of("web");
    }

    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1000);
  }

  @Test
  void level_unknownName_isInvalid() {
    assertThatThrownBy(() -> STORED.level("x"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage("Service level 'x' does not exist");
  }

  @Test
  void rolesOf_aLevel_areThoseWithAnAttachment() {
    assertThat(STORED.rolesOf("reports")).containsExactly("job");
  }

  private Set<String> grants(String role) {
    lookedUp.add(role);
    return GRANTS.getOrDefault(role, Set.of(role));
  }

  private EffectiveLevel known(String role) {
    return Objects.requireNonNull(level(role));
  }

  private @Nullable EffectiveLevel level(@Nullable String role) {
    levels.know(STORED);
    EffectiveLevel unused = levels.of(role);
    levels.know(STORED);
    return levels.of(role);
  }
}
