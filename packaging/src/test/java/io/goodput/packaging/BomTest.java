package io.goodput.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.maven.model.Dependency;
import org.apache.maven.model.Model;
import org.apache.maven.model.Parent;
import org.apache.maven.model.Repository;
import org.apache.maven.model.building.DefaultModelBuilderFactory;
import org.apache.maven.model.building.DefaultModelBuildingRequest;
import org.apache.maven.model.building.FileModelSource;
import org.apache.maven.model.building.ModelBuildingException;
import org.apache.maven.model.io.xpp3.MavenXpp3Reader;
import org.apache.maven.model.resolution.ModelResolver;
import org.apache.maven.model.resolution.UnresolvableModelException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The effective POM of an application that imports the bill of materials. */
class BomTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final String APPLICATION =
      """
      <project>
        <modelVersion>4.0.0</modelVersion>
        <groupId>com.example</groupId>
        <artifactId>application</artifactId>
        <version>1</version>
        <dependencyManagement>
          <dependencies>
            <dependency>
              <groupId>io.goodput</groupId>
              <artifactId>goodput-bom</artifactId>
              <version>%s</version>
              <type>pom</type>
              <scope>import</scope>
            </dependency>
          </dependencies>
        </dependencyManagement>
        <dependencies>
          <dependency>
            <groupId>io.goodput</groupId>
            <artifactId>goodput-buckets-spring</artifactId>
          </dependency>
          <dependency>
            <groupId>com.zaxxer</groupId>
            <artifactId>HikariCP</artifactId>
            <version>6.3.3</version>
          </dependency>
        </dependencies>
      </project>
      """;

  @TempDir private Path folder;

  @Test
  void application_thatImportsIt_getsTheVersionsOfGoodputAlone() throws Exception {
    String version = version();
    Model application = application(version);

    assertThat(application.getDependencyManagement().getDependencies())
        .extracting(Dependency::getManagementKey)
        .containsExactlyInAnyOrder(
            "io.goodput:goodput-core:jar",
            "io.goodput:goodput-rocksdb:jar",
            "io.goodput:goodput-kafka-streams:jar",
            "io.goodput:goodput-buckets:jar",
            "io.goodput:goodput-buckets-postgresql:jar",
            "io.goodput:goodput-buckets-cassandra:jar",
            "io.goodput:goodput-buckets-spring:jar",
            "io.goodput:goodput-cassandra-plugin:jar",
            "io.goodput:goodput-java-driver:jar");
    assertThat(application.getDependencyManagement().getDependencies())
        .extracting(Dependency::getVersion)
        .containsOnly(version);
  }

  @Test
  void application_thatImportsIt_keepsWhatItsOtherDependenciesNeed() throws Exception {
    Model application = application(version());

    assertThat(application.getDependencies())
        .filteredOn(dependency -> dependency.getArtifactId().equals("HikariCP"))
        .singleElement()
        .satisfies(pool -> assertThat(pool.getVersion()).isEqualTo("6.3.3"))
        .satisfies(pool -> assertThat(pool.getExclusions()).isEmpty());
  }

  private Model application(String version) throws IOException, ModelBuildingException {
    Path pom = Files.writeString(folder.resolve("pom.xml"), APPLICATION.formatted(version));
    DefaultModelBuildingRequest request = new DefaultModelBuildingRequest();
    request.setPomFile(pom.toFile());
    request.setModelResolver(new Checkout());
    request.setSystemProperties(System.getProperties());
    return new DefaultModelBuilderFactory().newInstance().build(request).getEffectiveModel();
  }

  private static String version() throws Exception {
    try (Reader pom = Files.newBufferedReader(ROOT.resolve("pom.xml"))) {
      return new MavenXpp3Reader().read(pom).getVersion();
    }
  }

  /** Finds the POMs of this checkout. */
  private static final class Checkout implements ModelResolver {

    @Override
    public FileModelSource resolveModel(String group, String artifact, String version)
        throws UnresolvableModelException {
      return switch (artifact) {
        case "goodput-bom" -> new FileModelSource(ROOT.resolve("bom/pom.xml").toFile());
        case "goodput" -> new FileModelSource(ROOT.resolve("pom.xml").toFile());
        default ->
            throw new UnresolvableModelException(
                "The bill of materials needs what Goodput does not make.",
                group,
                artifact,
                version);
      };
    }

    @Override
    public FileModelSource resolveModel(Parent parent) throws UnresolvableModelException {
      return resolveModel(parent.getGroupId(), parent.getArtifactId(), parent.getVersion());
    }

    @Override
    public FileModelSource resolveModel(Dependency dependency) throws UnresolvableModelException {
      return resolveModel(
          dependency.getGroupId(), dependency.getArtifactId(), dependency.getVersion());
    }

    @Override
    public void addRepository(Repository repository) {}

    @Override
    public void addRepository(Repository repository, boolean replace) {}

    @Override
    public ModelResolver newCopy() {
      return this;
    }
  }
}
