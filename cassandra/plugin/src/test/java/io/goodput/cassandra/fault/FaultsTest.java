package io.goodput.cassandra.fault;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class FaultsTest {

  private final Logger logger = (Logger) LoggerFactory.getLogger(Faults.class);
  private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
  private final Faults faults = new Faults();

  @BeforeAll
  static void configure() {
    DatabaseDescriptor.clientInitialization(false);
  }

  @BeforeEach
  void listen() {
    logged.start();
    logger.addAppender(logged);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(logged);
  }

  @Test
  void report_ofSeveralActivitiesInOneSecond_logsEachOnce() {
    for (int i = 0; i < 3; i++) {
      faults.report("stamping a test", new IllegalStateException("stamp"));
      faults.report("sharing a test", new IllegalStateException("share"));
    }

    assertThat(logged.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly(
            "Goodput failed while stamping a test; requests are served as if it were not there",
            "Goodput failed while sharing a test; requests are served as if it were not there");
    assertThat(faults.count().getCount()).isEqualTo(6);
  }
}
