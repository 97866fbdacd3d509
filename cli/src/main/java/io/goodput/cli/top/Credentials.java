package io.goodput.cli.top;

import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import org.jspecify.annotations.Nullable;

/** A user and a password; both null where none is needed. */
record Credentials(@Nullable String user, @Nullable String password) {

  boolean areComplete() {
    return (user == null) == (password == null);
  }

  CqlSessionBuilder addTo(CqlSessionBuilder builder) {
    return user == null || password == null ? builder : builder.withAuthCredentials(user, password);
  }

  @Override
  public String toString() {
    return "credentials of " + user;
  }
}
