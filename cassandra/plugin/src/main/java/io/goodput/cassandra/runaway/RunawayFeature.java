package io.goodput.cassandra.runaway;

import static io.goodput.cassandra.settings.Settings.REFUSE_RUNAWAY_READS_FOR;
import static io.goodput.cassandra.settings.Settings.RUNAWAY_READS;
import static io.goodput.cassandra.settings.Settings.RUNAWAY_READ_TIME;

import io.goodput.cassandra.event.EventKind;
import io.goodput.cassandra.event.Events;
import io.goodput.cassandra.event.Growth;
import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.feature.Feature;
import io.goodput.cassandra.feature.Mode;
import io.goodput.cassandra.feature.Switch;
import io.goodput.cassandra.feature.Tick;
import io.goodput.cassandra.processor.NodeSeconds;
import io.goodput.cassandra.request.Guard;
import io.goodput.cassandra.request.RequestClock;
import io.goodput.cassandra.settings.Settings;
import io.goodput.cassandra.view.Metrics;
import java.util.List;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.apache.cassandra.net.MessagingService;

/** Reads of ranges that take so much of a node that others wait are stopped. */
public final class RunawayFeature implements Feature {

  private final RunawayList list = new RunawayList();
  private final RunawayReads reads;
  private final RunawayGuard guard;
  private final RunawayMessages messages;
  private final Events events;

  /** As the settings say. */
  public RunawayFeature(Settings settings, Events events, Faults faults) {
    Scans scans = new Scans();
    RunningReads running = new RunningReads();
    this.reads =
        new RunawayReads(
            Mode.named(settings.get(RUNAWAY_READS)),
            settings.get(RUNAWAY_READ_TIME),
            settings.get(REFUSE_RUNAWAY_READS_FOR),
            RequestClock.SOURCE,
            running,
            new NodeSeconds(RequestClock.SOURCE)::next,
            scans,
            list,
            RunawayMessages::answer);
    this.guard = new RunawayGuard(reads, scans);
    this.messages =
        new RunawayMessages(scans, running, () -> reads.mode() != Mode.OFF, reads::seen, faults);
    this.events = events;
  }

  @Override
  public List<Guard> guards() {
    return List.of(guard);
  }

  @Override
  public void start() {
    messages.listen(MessagingService.instance());
  }

  @Override
  public List<VirtualTable> tables() {
    return List.of(new RunawayTable(list));
  }

  @Override
  public void register(Metrics metrics) {
    metrics.flag("StopsRunawayReads", () -> reads.mode() == Mode.ON);
    metrics.total("RunawayReadsStopped", reads::stopped);
    metrics.total("RunawayReadsObserved", reads::wouldStop);
    metrics.total("RunawayReadsRefused", reads::refused);
  }

  @Override
  public List<Runnable> watches() {
    Growth growth = new Growth(() -> reads.stopped() + reads.wouldStop(), Growth.QUIET_TICKS);
    return List.of(
        () -> {
          switch (growth.tick()) {
            case BEGAN ->
                events.add(
                    EventKind.RUNAWAY_READS_BEGAN,
                    reads.mode() == Mode.ON
                        ? "Reads of ranges run away, and Goodput stops them: see goodput.runaway"
                        : "Reads of ranges run away, and are only observed: see goodput.runaway");
            case ENDED ->
                events.add(
                    EventKind.RUNAWAY_READS_ENDED, "No read of a range has run away for 10 s");
            case NONE -> {}
          }
        });
  }

  /** On a thread of its own: a look at a busy node takes a moment. */
  @Override
  public List<Tick> ticks() {
    return List.of(
        new Tick(
            "Goodput-runaway",
            RunawayReads.TICK_NANOS,
            "looking for reads that run away",
            reads::tick));
  }

  @Override
  public List<Switch> switches() {
    return List.of(
        new Switch(
            RUNAWAY_READS.key(),
            Mode.names(),
            () -> reads.mode().toString(),
            value -> reads.setMode(Mode.named(value))));
  }

  @Override
  public String state() {
    return reads.mode() == Mode.ON ? "runaway reads are stopped" : "";
  }
}
