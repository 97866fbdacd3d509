package io.goodput.cli.connect;

import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.ssl.ProgrammaticSslEngineFactory;
import io.goodput.cli.CorrectableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.util.Collections;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How to reach nodes that encrypt the connections of their clients. */
public final class TlsOptions {

  @Option(
      names = "--tls",
      description =
          "Encrypt connections. The nodes' certificates must have an issuer that Java trusts, or"
              + " one of --truststore.")
  private boolean tls;

  @Option(
      names = "--truststore",
      paramLabel = "FILE",
      description = "File (PKCS #12 or JKS) with the certificates to trust; implies --tls.")
  private @Nullable Path truststore;

  @Option(
      names = "--truststore-password",
      paramLabel = "W",
      arity = "0..1",
      interactive = true,
      description = "Password of --truststore. Without W, the command asks for it.")
  private @Nullable String truststorePassword;

  @Option(
      names = "--keystore",
      paramLabel = "FILE",
      description =
          "File (PKCS #12 or JKS) with the certificate and key of this client, for clusters that"
              + " ask for one; implies --tls.")
  private @Nullable Path keystore;

  @Option(
      names = "--keystore-password",
      paramLabel = "W",
      arity = "0..1",
      interactive = true,
      description = "Password of --keystore and of its key. Without W, the command asks for it.")
  private @Nullable String keystorePassword;

  @Option(
      names = "--no-hostname-check",
      description = "Accept certificates that do not name the address of their node.")
  private boolean noHostnameCheck;

  /**
   * Has a session encrypt its connections if the options say so.
   *
   * @throws CorrectableException if a file cannot be read
   */
  void apply(CqlSessionBuilder session) {
    if (tls || truststore != null || keystore != null) {
      boolean reverseLookup = false;
      session.withSslEngineFactory(
          new ProgrammaticSslEngineFactory(context(), null, !noHostnameCheck, reverseLookup));
    }
  }

  private SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys(), trusted(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new CorrectableException(
          "TLS cannot be set up (%s): check --truststore, --keystore, and their passwords."
              .formatted(e.getMessage()));
    }
  }

  private TrustManager @Nullable [] trusted() throws GeneralSecurityException {
    if (truststore == null) {
      return null;
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(read("--truststore", truststore, truststorePassword));
    return factory.getTrustManagers();
  }

  private KeyManager @Nullable [] keys() throws GeneralSecurityException {
    if (keystore == null) {
      return null;
    }
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(read("--keystore", keystore, keystorePassword), characters(keystorePassword));
    return factory.getKeyManagers();
  }

  private static KeyStore read(String option, Path file, @Nullable String password)
      throws GeneralSecurityException {
    if (!Files.isRegularFile(file)) {
      throw new CorrectableException(
          "There is no file %s: name another one with %s.".formatted(file, option));
    }
    KeyStore store;
    try {
      store = KeyStore.getInstance(file.toFile(), characters(password));
    } catch (IOException e) {
      throw new CorrectableException(
          "%s cannot be read (%s): give its password with %s-password."
              .formatted(file, e.getMessage(), option));
    }
    if (!hasCertificate(store)) {
      throw new CorrectableException(
          "%s has no entries that can be read: give its password with %s-password."
              .formatted(file, option));
    }
    return store;
  }

  /** Without its password, a PKCS #12 file loads without an error, and without its certificates. */
  private static boolean hasCertificate(KeyStore store) throws KeyStoreException {
    for (String alias : Collections.list(store.aliases())) {
      if (store.getCertificate(alias) != null) {
        return true;
      }
    }
    return false;
  }

  private static char @Nullable [] characters(@Nullable String password) {
    return password == null ? null : password.toCharArray();
  }
}
