package io.goodput.lab.simulation.fair;

/** A request on its way: work of its coordinator, a disk, work of its replica. */
final class Request {

  final Flow flow;
  final int tenant;
  final int ofClass;
  final double arrival;
  final double random;
  final Node coordinator;
  final Node replica;
  private final double coordinatorWork;
  private final double diskMillis;
  private final double replicaWork;

  int ticket = Door.REFUSED;
  double started;
  double work;
  private boolean isLate;
  private boolean isRead;
  private double offDisk;

  /** Work is in milliseconds of a processor. */
  Request(
      Flow flow,
      int tenant,
      int ofClass,
      double arrival,
      double random,
      Node coordinator,
      Node replica,
      double coordinatorWork,
      double diskMillis,
      double replicaWork) {
    this.flow = flow;
    this.tenant = tenant;
    this.ofClass = ofClass;
    this.arrival = arrival;
    this.random = random;
    this.coordinator = coordinator;
    this.replica = replica;
    this.coordinatorWork = coordinatorWork;
    this.diskMillis = diskMillis;
    this.replicaWork = replicaWork;
  }

  void start(double now, int admission, boolean late, double refusalWork) {
    started = now;
    ticket = admission;
    isLate = late;
    work = isServed() ? coordinatorWork : refusalWork;
  }

  void startRead(double now) {
    isRead = true;
    offDisk = now + diskMillis;
    work = replicaWork;
  }

  boolean isOffDisk(double now) {
    return offDisk <= now;
  }

  /** What its coordinator has worked for it, in milliseconds of a processor. */
  double coordinatorsWork() {
    return coordinator == replica ? coordinatorWork + replicaWork : coordinatorWork;
  }

  /** Whether the replica has worked on it. */
  boolean isRead() {
    return isRead;
  }

  boolean isServed() {
    return ticket >= 0;
  }

  /** Whether it was refused for its share, and not because it was late. */
  boolean isRefused() {
    return !isServed() && !isLate;
  }
}
