package io.goodput.buckets.spring;

import jakarta.servlet.http.HttpServletRequest;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.RequestPath;
import org.springframework.util.AntPathMatcher;
import org.springframework.web.util.pattern.PathPatternParser;
import org.springframework.web.util.pattern.PatternParseException;

/**
 * Requests whose path below the context matches a pattern of Spring. A request matches by the path
 * that Spring's handlers see, or by the one that the container has decoded, so that no spelling
 * evades a rule. Thread-safe.
 */
final class PathRequests implements Predicate<HttpServletRequest> {

  private static final String ANY_DEPTH = "/**/";
  private static final PathContainer.Options DECODED = PathContainer.Options.create('/', false);

  private final Predicate<PathContainer> pattern;

  private PathRequests(Predicate<PathContainer> pattern) {
    this.pattern = pattern;
  }

  /**
   * Reads a pattern such as {@code /api/*}, {@code /users/{id}}, {@code /api/**}, or {@code
   * /a/**}{@code /b}.
   *
   * @throws IllegalArgumentException if the pattern is anything else
   */
  static PathRequests of(String pattern) {
    if (!pattern.startsWith("/")) {
      throw new IllegalArgumentException("A path starts with /: add it.");
    }
    // A PathPattern has ** at its end only.
    Predicate<PathContainer> parsed = parse(pattern.replace(ANY_DEPTH, "/*/"));
    if (!pattern.contains(ANY_DEPTH)) {
      return new PathRequests(parsed);
    }
    AntPathMatcher matcher = new AntPathMatcher();
    return new PathRequests(path -> matcher.match(pattern, path.value()));
  }

  private static Predicate<PathContainer> parse(String pattern) {
    try {
      return PathPatternParser.defaultInstance.parse(pattern)::matches;
    } catch (PatternParseException e) {
      throw new IllegalArgumentException(
          "Spring cannot read this pattern: %s.".formatted(e.getMessage()), e);
    }
  }

  @Override
  public boolean test(HttpServletRequest request) {
    RequestPath path = RequestPath.parse(request.getRequestURI(), request.getContextPath());
    PathContainer seenByHandlers = path.pathWithinApplication();
    String decoded = decoded(request);
    return pattern.test(seenByHandlers)
        || (!decoded.equals(seenByHandlers.value())
            && pattern.test(PathContainer.parsePath(decoded, DECODED)));
  }

  private static String decoded(HttpServletRequest request) {
    @Nullable String rest = request.getPathInfo();
    return request.getServletPath() + (rest == null ? "" : rest);
  }
}
