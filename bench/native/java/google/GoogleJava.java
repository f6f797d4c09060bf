import com.google.search.robotstxt.RobotsMatcher;
import com.google.search.robotstxt.RobotsParseHandler;
import com.google.search.robotstxt.RobotsParser;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;

/** Drives google/robotstxt-java: GoogleJava JOB. It is in no registry, so it is not built on demand. */
final class GoogleJava extends Driver<RobotsMatcher> {
  private static final MethodHandle PARSE = parseMethod();

  private final RobotsParser parser = new RobotsParser(new RobotsParseHandler());

  /** Only classes of its own package may call it. */
  private static MethodHandle parseMethod() {
    try {
      Method parse = RobotsParser.class.getDeclaredMethod("parse", byte[].class);
      parse.setAccessible(true);
      return MethodHandles.lookup().unreflect(parse);
    } catch (ReflectiveOperationException error) {
      throw new ExceptionInInitializerError(error);
    }
  }

  @Override
  RobotsMatcher compile(Job.File file) throws Exception {
    try {
      return (RobotsMatcher) PARSE.invoke(parser, file.body());
    } catch (Throwable error) {
      throw new Exception(error);
    }
  }

  @Override
  boolean allows(RobotsMatcher matcher, Job.File file, String url) {
    return matcher.singleAgentAllowedByRobots(file.agent(), url);
  }

  public static void main(String[] words) throws Exception {
    new GoogleJava().run(words[0]);
  }
}
