package io.goodput.lab.simulation.pacing;

import static io.goodput.lab.simulation.pacing.WriteStallSimulation.Policy.PACED;
import static io.goodput.lab.simulation.pacing.WriteStallSimulation.Policy.STOCK;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What holds for paced writes, however the disk behaves. */
class WriteStallSimulationProperties {

  private static final double MEGABYTE = 1 << 20;
  private static final int SECONDS = 15;

  /** What writes add at 64 KiB/s while no flush ends, as a fraction of the memory. */
  private static final double AT_THE_LEAST_RATE = SECONDS * 64.0 / (32 * 1_024);

  @Property(tries = 150)
  void memory_neverExceedsItsBound_howeverLongFlushesTake(
      @ForAll @Size(min = 1, max = 30) List<@DoubleRange(min = 0.02, max = 30) Double> slowdowns,
      @ForAll @IntRange(min = 1, max = 16) int databases,
      @ForAll @DoubleRange(min = 0.5, max = 20) double overload) {
    WriteStallScenario scenario =
        WriteStallScenario.SIXTEEN
            .withSlowdowns(slowdowns)
            .withLoad(databases, overload * 48 * MEGABYTE / databases, SECONDS);

    WriteStallOutcome outcome = WriteStallSimulation.run(scenario, PACED);

    assertThat(outcome.stops()).isZero();
    assertThat(outcome.peakMemory()).isLessThan(1 + AT_THE_LEAST_RATE);
  }

  @Property(tries = 50)
  void pause_ofTheDisk_stopsNoDatabase_andStarvesNone(
      @ForAll @DoubleRange(min = 0.1, max = 8) double pause,
      @ForAll @IntRange(min = 1, max = 16) int databases) {
    WriteStallScenario scenario =
        WriteStallScenario.SIXTEEN
            .withLoad(databases, 3 * 48 * MEGABYTE / databases, 20)
            .withDiskChange(new SpeedChange(8, pause, 0));

    WriteStallOutcome outcome = WriteStallSimulation.run(scenario, PACED);

    assertThat(outcome.stops()).isZero();
    // One write at the least rate.
    assertThat(outcome.maxMillis()).isLessThan(126);
    assertThat(outcome.slowestSecond()).isPositive();
  }

  @Property(tries = 20)
  void throughput_afterAPauseOfTheDisk_isThatOfTheDisk(
      @ForAll @DoubleRange(min = 1, max = 5) double pause) {
    WriteStallScenario scenario =
        WriteStallScenario.SIXTEEN.withDiskChange(new SpeedChange(20, pause, 0));

    WriteStallOutcome outcome = WriteStallSimulation.run(scenario, PACED);

    double whileItWorked = outcome.megabytesPerSecond() * 55 / (55 - pause);
    assertThat(whileItWorked).isGreaterThan(0.9 * 48);
  }

  @Property(tries = 20)
  void throughput_whileTheDiskIsSlower_isThatOfTheDisk(
      @ForAll @DoubleRange(min = 0.1, max = 1) double speed) {
    WriteStallScenario scenario =
        WriteStallScenario.SIXTEEN.withDiskChange(new SpeedChange(20, 20, speed));

    WriteStallOutcome outcome = WriteStallSimulation.run(scenario, PACED);

    double diskTakes = 48 * (35 + 20 * speed) / 55;
    assertThat(outcome.megabytesPerSecond()).isGreaterThan(0.9 * diskTakes);
    assertThat(outcome.stops()).isZero();
  }

  @Property(tries = 20)
  void burst_thatFitsIntoMemory_isDelayedLittle(
      @ForAll @DoubleRange(min = 1, max = 5) double seconds) {
    WriteStallScenario scenario =
        WriteStallScenario.SIXTEEN.withOpenLoad(MEGABYTE, new SpeedChange(20, seconds, 4));

    WriteStallOutcome outcome = WriteStallSimulation.run(scenario, PACED);

    assertThat(outcome.maxMillis()).isLessThan(250);
  }

  @Example
  void load_thatTheDiskKeepsUpWith_isNotDelayed() {
    WriteStallScenario scenario = WriteStallScenario.SIXTEEN.withLoad(16, 2 * MEGABYTE, 60);

    assertThat(WriteStallSimulation.run(scenario, PACED).maxMillis()).isZero();
  }

  @Example
  void load_withoutPacing_stops() {
    assertThat(WriteStallSimulation.run(WriteStallScenario.SIXTEEN, STOCK).stops()).isPositive();
  }
}
