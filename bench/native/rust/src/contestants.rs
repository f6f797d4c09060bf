//! Each contestant as its documentation shows it.
use crate::job::File;
use fast_robots::{RobotsMatcher, RobotsTxt};
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
    /// Decides the URLs of a file by their number; nothing for a file that it does not read.
    fn decider(&self, file: &'static File) -> Option<Box<dyn Fn(usize) -> bool>>;

    /// A digit a URL: 1 allowed, 0 refused, - no verdict.
    fn verdicts(&self, files: &'static [File]) -> String {
        files.iter().map(|file| self.digits(file)).collect()
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

struct FastRobots;

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
            let paths = file.paths.iter().cycle().take(k);
            if k < WORTH_A_MATCHER {
                return paths.filter(|path| robots.is_allowed(&file.agent, path)).count();
            }
            let matcher = robots.matcher();
            paths.filter(|path| matcher.is_allowed(&file.agent, path)).count()
        })
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

    fn decider(&self, file: &'static File) -> Option<Box<dyn Fn(usize) -> bool>> {
        let robot = Robot::new(&file.agent, &file.body).ok()?;
        Some(Box::new(move |url| robot.allowed(&file.urls[url])))
    }
}
