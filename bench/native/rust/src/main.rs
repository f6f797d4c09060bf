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
        "facts" => contestant.facts(files),
        "query" => slice_times(contestant.query(files), files.len(), number(2)),
        "cold" => slice_times(contestant.cold(files, number(4)), files.len(), number(2)),
        "host" => slice_times(contestant.host(files, number(4)), files.len(), number(2)),
        other => panic!("unknown command {other}"),
    }
}

const SLICE_FILES: usize = 32;

/// Passes over all files for so many milliseconds, at least one; the middle time of each slice, in nanoseconds.
fn slice_times(mut run: contestants::Pass, files: usize, for_ms: usize) -> String {
    let mut slices = vec![Vec::new(); files.div_ceil(SLICE_FILES)];
    let start = Instant::now();
    while slices[0].is_empty() || start.elapsed() < Duration::from_millis(for_ms as u64) {
        for (i, times) in slices.iter_mut().enumerate() {
            let before = Instant::now();
            std::hint::black_box(run(i * SLICE_FILES..files.min((i + 1) * SLICE_FILES)));
            times.push(before.elapsed().as_nanos());
        }
    }
    let middle = |mut times: Vec<u128>| {
        times.sort_unstable();
        times[times.len() / 2].to_string()
    };
    slices.into_iter().map(middle).collect::<Vec<_>>().join(" ")
}
