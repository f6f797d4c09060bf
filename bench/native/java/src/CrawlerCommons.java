import crawlercommons.robots.SimpleRobotRules;
import crawlercommons.robots.SimpleRobotRulesParser;
import java.util.List;
import java.util.Locale;

/** Drives crawler-commons: CrawlerCommons JOB. */
final class CrawlerCommons extends Driver<SimpleRobotRules> {
  private final SimpleRobotRulesParser parser = new SimpleRobotRulesParser();

  @Override
  SimpleRobotRules compile(Job.File file) {
    List<String> agents = List.of(file.agent().toLowerCase(Locale.ROOT));
    return parser.parseContent("https://www.example.com/robots.txt", file.body(), "text/plain", agents);
  }

  @Override
  boolean allows(SimpleRobotRules rules, Job.File file, String url) {
    return rules.isAllowed(url);
  }

  private static final double MS_PER_SECOND = 1000;

  @Override
  Facts factsOf(SimpleRobotRules rules) {
    long delay = rules.getCrawlDelay();
    boolean isSet = delay != SimpleRobotRules.UNSET_CRAWL_DELAY;
    return new Facts(isSet ? delay / MS_PER_SECOND : null, rules.getSitemaps());
  }

  public static void main(String[] words) throws Exception {
    new CrawlerCommons().run(words[0]);
  }
}
