package io.goodput.core.time;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Calendar;
import java.util.Date;

/** The rule that only {@link TimeSource} reads the clocks of the machine. */
public final class ClockRule {

  /** No class outside this room reads a clock, except through {@link TimeSource}. */
  public static final ArchRule READ_THROUGH_TIME_SOURCE =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.goodput.core.time..")
          .should()
          .accessTargetWhere(
              describe("it reads a clock", (JavaAccess<?> access) -> isClock(access.getTarget())))
          .orShould()
          .dependOnClassesThat()
          .belongToAnyOf(Clock.class, InstantSource.class, Date.class, Calendar.class)
          .because("a test or a simulation could not move that clock");

  private ClockRule() {}

  private static boolean isClock(AccessTarget target) {
    String owner = target.getOwner().getName();
    return switch (target.getName()) {
      case "nanoTime", "currentTimeMillis" -> owner.equals("java.lang.System");
      case "now" -> owner.startsWith("java.time.");
      default -> false;
    };
  }
}
