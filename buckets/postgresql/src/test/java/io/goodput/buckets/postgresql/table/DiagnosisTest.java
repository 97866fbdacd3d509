package io.goodput.buckets.postgresql.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiagnosisTest {

  @ParameterizedTest
  @ValueSource(strings = {"08001", "53300", "57P01"})
  void failure_ofTheDatabase_concernsAllRequests(String state) {
    assertThat(Diagnosis.failure(new SQLException("terminating", state)).isUnavailable()).isTrue();
  }

  @Test
  void failure_withoutAState_concernsAllRequests() {
    assertThat(Diagnosis.failure(new SQLException("The pool is empty.")).isUnavailable()).isTrue();
  }

  @Test
  void failure_ofARow_concernsOneRequest() {
    assertThat(Diagnosis.failure(new SQLException("locked", "55P03")).isUnavailable()).isFalse();
  }
}
