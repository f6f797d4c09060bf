//! Each contestant as its documentation shows it.
use crate::job::File;
use fast_robots::{RobotsMatcher, RobotsTxt};
use std::hint::black_box;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use texting_robots::Robot;

/// Runs over the files of a slice; returns how many decisions allow.
pub type Pass = Box<dyn FnMut(Range<usize>) -> usize>;

pub trait Contestant {
    /// With rules that are kept.
    fn query(&self, files: &'static [File]) -> Pass;
    /// From bytes to `k` decisions.
    fn cold(&self, files: &'static [File], k: usize) -> Pass;
    /// All that a crawler asks of a new host: rules, crawl delay, sitemaps and `k` decisions.
    fn host(&self, files: &'static [File], k: usize) -> Pass;
    /// The crawl delay in seconds, or -, and the number of sitemaps.
    fn fact(&self, file: &'static File) -> String;
    /// Decides the URLs of a file by their number; nothing for a file that it does not read.
    fn decider(&self, file: &'static File) -> Option<Box<dyn Fn(usize) -> bool>>;

    /// A digit a URL: 1 allowed, 0 refused, - no verdict.
    fn verdicts(&self, files: &'static [File]) -> String {
        files.iter().map(|file| self.digits(file)).collect()
    }

    fn facts(&self, files: &'static [File]) -> String {
        let fact = |file| catch_unwind(AssertUnwindSafe(|| self.fact(file))).unwrap_or_default();
        files.iter().map(fact).collect::<Vec<_>>().join(" ")
    }

    fn digits(&self, file: &'static File) -> String {
        let Ok(Some(decide)) = catch_unwind(AssertUnwindSafe(|| self.decider(file))) else {
            return "-".repeat(file.urls.len());
        };
        let digit = |url| match catch_unwind(AssertUnwindSafe(|| decide(url))) {
            Ok(true) => '1',
            Ok(false) => '0',
            Err(_) => '-',
        };
        (0..file.urls.len()).map(digit).collect()
    }
}

pub fn named(name: &str) -> Box<dyn Contestant> {
    match name {
        "fast-robots" => Box::new(FastRobots),
        "texting_robots" => Box::new(TextingRobots),
        other => panic!("unknown contestant {other}"),
    }
}

fn each(files: &'static [File], mut count: impl FnMut(&'static File) -> usize + 'static) -> Pass {
    Box::new(move |slice| files[slice].iter().map(&mut count).sum())
}

fn fact_of(delay: Option<impl ToString>, sitemaps: usize) -> String {
    format!("{}/{sitemaps}", delay.map_or("-".to_owned(), |seconds| seconds.to_string()))
}

struct FastRobots;

/// Crawl delays stand in a list with the agents of their groups, as text.
fn delay_of(robots: &RobotsTxt, agent: &str) -> Option<f64> {
    let delays = &robots.extensions.crawl_delays;
    let of = |name: &str| delays.iter().find(|delay| delay.agents.iter().any(|one| one.eq_ignore_ascii_case(name)));
    of(agent).or_else(|| of("*"))?.value.parse().ok()
}

fn count_allowed(robots: &RobotsTxt, file: &File, k: usize) -> usize {
    let paths = file.paths.iter().cycle().take(k);
    if k < WORTH_A_MATCHER {
        return paths.filter(|path| robots.is_allowed(&file.agent, path)).count();
    }
    let matcher = robots.matcher();
    paths.filter(|path| matcher.is_allowed(&file.agent, path)).count()
}

/// Its compiled matcher costs more than it saves below so many decisions a file.
const WORTH_A_MATCHER: usize = 32;

impl Contestant for FastRobots {
    fn query(&self, files: &'static [File]) -> Pass {
        let parsed: &'static Vec<RobotsTxt> =
            Box::leak(Box::new(files.iter().map(|file| RobotsTxt::parse_bytes(&file.body).expect("UTF-8")).collect()));
        let matchers: Vec<RobotsMatcher> = parsed.iter().map(RobotsTxt::matcher).collect();
        Box::new(move |slice| {
            let decided = matchers[slice.clone()].iter().zip(&files[slice]);
            decided
                .map(|(matcher, file)| file.paths.iter().filter(|path| matcher.is_allowed(&file.agent, path)).count())
                .sum()
        })
    }

    fn cold(&self, files: &'static [File], k: usize) -> Pass {
        each(files, move |file| {
            let Ok(robots) = RobotsTxt::parse_bytes(&file.body) else { return 0 };
            count_allowed(&robots, file, k)
        })
    }

    fn host(&self, files: &'static [File], k: usize) -> Pass {
        each(files, move |file| {
            let Ok(robots) = RobotsTxt::parse_bytes(&file.body) else { return 0 };
            black_box((delay_of(&robots, &file.agent), &robots.extensions.sitemaps));
            count_allowed(&robots, file, k)
        })
    }

    fn fact(&self, file: &'static File) -> String {
        let robots = RobotsTxt::parse_bytes(&file.body).expect("UTF-8");
        fact_of(delay_of(&robots, &file.agent), robots.extensions.sitemaps.len())
    }

    fn decider(&self, file: &'static File) -> Option<Box<dyn Fn(usize) -> bool>> {
        let robots = RobotsTxt::parse_bytes(&file.body).ok()?;
        Some(Box::new(move |url| robots.is_allowed(&file.agent, &file.paths[url])))
    }
}

struct TextingRobots;

impl Contestant for TextingRobots {
    fn query(&self, files: &'static [File]) -> Pass {
        let robots: Vec<Option<Robot>> = files.iter().map(|file| Robot::new(&file.agent, &file.body).ok()).collect();
        Box::new(move |slice| {
            let decided = robots[slice.clone()].iter().zip(&files[slice]).filter_map(|(robot, file)| Some((robot.as_ref()?, file)));
            decided.map(|(robot, file)| file.urls.iter().filter(|url| robot.allowed(url)).count()).sum()
        })
    }

    fn cold(&self, files: &'static [File], k: usize) -> Pass {
        each(files, move |file| {
            let Ok(robot) = Robot::new(&file.agent, &file.body) else { return 0 };
            file.urls.iter().cycle().take(k).filter(|url| robot.allowed(url)).count()
        })
    }

    /// Its constructor reads the delay and the sitemaps.
    fn host(&self, files: &'static [File], k: usize) -> Pass {
        self.cold(files, k)
    }

    fn fact(&self, file: &'static File) -> String {
        let robot = Robot::new(&file.agent, &file.body).expect("text");
        fact_of(robot.delay, robot.sitemaps.len())
    }

    fn decider(&self, file: &'static File) -> Option<Box<dyn Fn(usize) -> bool>> {
        let robot = Robot::new(&file.agent, &file.body).ok()?;
        Some(Box::new(move |url| robot.allowed(&file.urls[url])))
    }
}
