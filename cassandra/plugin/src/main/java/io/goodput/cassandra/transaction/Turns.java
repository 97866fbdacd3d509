package io.goodput.cassandra.transaction;

import io.goodput.cassandra.exchange.Exchange;
import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.platform.Platform;
import io.goodput.cassandra.request.RequestClock;
import io.goodput.cassandra.transaction.TurnMessage.Kind;
import io.goodput.core.line.Gate;
import io.goodput.core.line.Home;
import io.goodput.core.line.Slots;
import io.goodput.core.time.Nanos;
import java.nio.ByteBuffer;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.cassandra.locator.InetAddressAndPort;

/**
 * Has the nodes of this data center take turns on a key for which several of them have
 * transactions. The home of a key gives slots to them. Thread-safe.
 */
final class Turns {

  /** How long after it has told all nodes of a key this node tells them of another. */
  private static final long BETWEEN_MEETINGS_NANOS = 100 * Nanos.PER_MILLI;

  private static final String SENDING = "taking turns on a partition";

  private final Exchange.Channel channel;
  private final Faults faults;
  private final Homes homes;
  private final Consumer<TransactionKey> reopen;
  private final Home<TransactionKey, InetAddressAndPort> home;
  private final Slots<TransactionKey> slots;
  private final AtomicLong told = new AtomicLong(RequestClock.now());

  /**
   * No turns.
   *
   * @param reopen called when the next transaction of a line may proceed
   */
  Turns(Exchange exchange, Homes homes, Faults faults, Consumer<TransactionKey> reopen) {
    this.faults = faults;
    this.homes = homes;
    this.reopen = reopen;
    this.channel =
        exchange.open(
            "turns",
            TurnMessage.VERSION,
            (ByteBuffer message, InetAddressAndPort from) ->
                receive(TurnMessage.read(message), from));
    this.home =
        new Home<>(
            new Home.ToNode<>() {
              @Override
              public void grant(
                  InetAddressAndPort node, TransactionKey key, long number, boolean othersAsk) {
                Kind kind = othersAsk ? Kind.GRANT_AMONG_OTHERS : Kind.GRANT;
                send(new TurnMessage(kind, key, number), node);
              }

              @Override
              public void queue(InetAddressAndPort node, TransactionKey key, long number) {
                send(new TurnMessage(Kind.QUEUE, key, number), node);
              }
            });
    this.slots =
        new Slots<>(
            new Slots.ToHome<>() {
              @Override
              public void ask(TransactionKey key, long number) {
                toHome(new TurnMessage(Kind.ASK, key, number));
              }

              @Override
              public void giveBack(TransactionKey key, long number) {
                toHome(new TurnMessage(Kind.GIVE_BACK, key, number));
              }
            },
            RequestClock::now,
            ThreadLocalRandom.current().nextLong());
  }

  /** Lets transactions proceed while this node has a slot, or needs none. */
  Gate<TransactionKey> gate() {
    return slots;
  }

  /**
   * Another node has transactions of the same key. It may not know of this one: Cassandra shows the
   * contention only to the node whose transaction was preempted. So all nodes are told.
   */
  void meet(TransactionKey key) {
    long now = RequestClock.now();
    slots.meet(key, now);
    long last = told.get();
    if (now - last >= BETWEEN_MEETINGS_NANOS && told.compareAndSet(last, now)) {
      TurnMessage message = new TurnMessage(Kind.MEET, key, 0);
      faults.guard(
          SENDING,
          () ->
              Platform.ofThisNode()
                  .otherLiveNodesHere()
                  .forEach(node -> channel.send(message.bytes(), node)));
    }
  }

  /** How often this node proceeded without a slot, because the home of a key was silent. */
  long silences() {
    return slots.silences();
  }

  /** Ends what is over; called at short intervals. */
  void tick() {
    long now = RequestClock.now();
    home.expire(now);
    slots.expire(now);
  }

  private void toHome(TurnMessage message) {
    faults.guard(
        SENDING,
        () -> {
          long now = RequestClock.now();
          InetAddressAndPort node = homes.of(message.key(), now);
          boolean asks = message.kind() == Kind.ASK;
          if (node != null) {
            if (asks) {
              homes.asked(node, now);
            }
            send(message, node);
          } else if (asks && slots.withoutHome(message.key(), message.number(), now)) {
            reopen.accept(message.key());
          }
        });
  }

  private void send(TurnMessage message, InetAddressAndPort to) {
    faults.guard(
        SENDING,
        () -> {
          if (homes.isHere(to)) {
            receive(message, to);
          } else {
            channel.send(message.bytes(), to);
          }
        });
  }

  private void receive(TurnMessage message, InetAddressAndPort from) {
    TransactionKey key = message.key();
    long number = message.number();
    long now = RequestClock.now();
    switch (message.kind()) {
      case ASK -> home.ask(from, key, number, now);
      case GIVE_BACK -> home.giveBack(from, key, number, now);
      case MEET -> slots.meet(key, now);
      case QUEUE -> {
        homes.heard(from);
        slots.queued(key, number, now);
      }
      case GRANT, GRANT_AMONG_OTHERS -> {
        homes.heard(from);
        boolean othersAsk = message.kind() == Kind.GRANT_AMONG_OTHERS;
        if (slots.granted(key, number, othersAsk, now)) {
          reopen.accept(key);
        }
      }
    }
  }
}
