//! Drives Rust implementations: driver NAME JOB. bench/README.md describes the job file and the commands.
mod contestants;
mod job;

use std::io::{BufRead, Write, stdin, stdout};
use std::time::{Duration, Instant};

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let (contestant, job): (_, &'static job::Job) = (contestants::named(&words[1]), Box::leak(Box::new(job::read(&words[2]))));
    // A panic is a missing verdict, and its message helps nobody here.
    std::panic::set_hook(Box::new(|_| ()));
    for line in stdin().lock().lines() {
        let line = line.expect("a command");
        println!("{}", answer(&*contestant, job, &line.split(' ').collect::<Vec<_>>()));
        stdout().flush().expect("standard output");
    }
}

fn answer(contestant: &dyn contestants::Contestant, job: &'static job::Job, words: &[&str]) -> String {
    let number = |i: usize| words[i].parse::<usize>().expect("a number");
    let files = &job[number(1)];
    match words[0] {
        "verdicts" => contestant.verdicts(files),
        "parse" => median_pass_ns(contestant.parse(files), number(2)),
        "query" => median_pass_ns(contestant.query(files), number(2)),
        "cold" => median_pass_ns(contestant.cold(files, number(4)), number(2)),
        other => panic!("unknown command {other}"),
    }
}

/// The middle one of the passes that begin within so many milliseconds; at least one.
fn median_pass_ns(mut pass: contestants::Pass, for_ms: usize) -> String {
    let start = Instant::now();
    let mut times = Vec::new();
    while times.is_empty() || start.elapsed() < Duration::from_millis(for_ms as u64) {
        let before = Instant::now();
        std::hint::black_box(pass());
        times.push(before.elapsed().as_nanos());
    }
    times.sort_unstable();
    times[times.len() / 2].to_string()
}
