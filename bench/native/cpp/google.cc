// Drives google/robotstxt: google JOB. bench/README.md describes the job file and the commands. It includes robots.cc, because
// the match strategy, which is needed to match rules that are kept, is declared only there.
#include "robots.cc"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <sstream>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"

namespace {

struct File {
  std::string agent, body;
  std::vector<std::string> urls;
};
using Files = std::vector<File>;

/** The job file: bench/job.mjs writes it. */
class Reader {
 public:
  explicit Reader(const char* path) {
    std::ifstream stream(path, std::ios::binary);
    bytes_.assign(std::istreambuf_iterator<char>(stream), {});
  }
  size_t Number() {
    const size_t end = bytes_.find('\n', at_);
    const size_t number = std::stoul(bytes_.substr(at_, end - at_));
    at_ = end + 1;
    return number;
  }
  std::string Text() {
    const size_t length = Number();
    at_ += length + 1;
    return bytes_.substr(at_ - length - 1, length);
  }
  File OneFile() {
    File file{Text(), Text(), {}};
    for (size_t count = Number(); count > 0; count--) file.urls.push_back(Text());
    return file;
  }
  Files OneCase() {
    Text();  // Its name.
    Files files;
    for (size_t count = Number(); count > 0; count--) files.push_back(OneFile());
    return files;
  }

 private:
  std::string bytes_;
  size_t at_ = 0;
};

struct Rule {
  bool allow;
  std::string pattern;
};

/** The rules of one agent, selected as RobotsMatcher selects them while it decides. */
class KeptRules : public googlebot::RobotsParseHandler {
 public:
  KeptRules(const std::string& body, std::string agent) : agent_(std::move(agent)) {
    googlebot::ParseRobotsTxt(body, this);
  }

  bool Allows(const std::string& url) const {
    const std::string path = googlebot::GetPathParamsQuery(url);
    const auto [allow, disallow] = Best(specific_, path);
    if (allow > 0 || disallow > 0) return disallow <= allow;
    if (ever_seen_specific_) return true;
    const auto [allow_all, disallow_all] = Best(global_, path);
    return disallow_all <= allow_all || disallow_all <= 0;
  }

  const std::vector<std::string>& Sitemaps() const { return sitemaps_; }

  /** In seconds; below zero if there is none. */
  double CrawlDelay() const { return ever_seen_specific_ ? specific_delay_ : global_delay_; }

  void HandleRobotsStart() override {}
  void HandleRobotsEnd() override {}
  void HandleSitemap(int, absl::string_view value) override { sitemaps_.emplace_back(value); }

  void HandleUnknownAction(int, absl::string_view action, absl::string_view value) override {
    double delay;
    if (!absl::EqualsIgnoreCase(action, "crawl-delay") || !absl::SimpleAtod(value, &delay)) return;
    if (is_specific_) specific_delay_ = delay;
    else if (is_global_) global_delay_ = delay;
  }

  void HandleUserAgent(int, absl::string_view value) override {
    if (seen_separator_) is_global_ = is_specific_ = seen_separator_ = false;
    if (!value.empty() && value[0] == '*' && (value.size() == 1 || isspace(value[1]))) {
      is_global_ = true;
    } else if (absl::EqualsIgnoreCase(TokenOf(value), agent_)) {
      ever_seen_specific_ = is_specific_ = true;
    }
  }

  void HandleAllow(int, absl::string_view value) override {
    Add(true, std::string(value));
    // Google reads /dir/index.html as /dir/ too.
    const size_t slash = value.find_last_of('/');
    if (slash != absl::string_view::npos && absl::StartsWith(value.substr(slash), "/index.htm"))
      Add(true, std::string(value.substr(0, slash + 1)) + "$");
  }
  void HandleDisallow(int, absl::string_view value) override { Add(false, std::string(value)); }

 private:
  static absl::string_view TokenOf(absl::string_view value) {
    const auto ends = [](char c) { return !absl::ascii_isalpha(c) && c != '-' && c != '_'; };
    return value.substr(0, std::find_if(value.begin(), value.end(), ends) - value.begin());
  }

  void Add(bool allow, std::string pattern) {
    if (!is_global_ && !is_specific_) return;
    seen_separator_ = true;
    if (is_specific_) specific_.push_back({allow, pattern});
    else global_.push_back({allow, pattern});
  }

  static std::pair<int, int> Best(const std::vector<Rule>& rules, const std::string& path) {
    static googlebot::LongestMatchRobotsMatchStrategy strategy;
    int allow = -1, disallow = -1;
    for (const Rule& rule : rules) {
      if (rule.allow) allow = std::max(allow, strategy.MatchAllow(path, rule.pattern));
      else disallow = std::max(disallow, strategy.MatchDisallow(path, rule.pattern));
    }
    return {allow, disallow};
  }

  std::string agent_;
  std::vector<Rule> specific_, global_;
  std::vector<std::string> sitemaps_;
  double specific_delay_ = -1, global_delay_ = -1;
  bool is_global_ = false, is_specific_ = false, ever_seen_specific_ = false, seen_separator_ = false;
};

bool AllowsOnce(const File& file, const std::string& url) {
  googlebot::RobotsMatcher matcher;
  return matcher.OneAgentAllowedByRobots(file.body, file.agent, url);
}

std::string Verdicts(const Files& files) {
  std::string digits;
  for (const File& file : files)
    for (const std::string& url : file.urls) digits += AllowsOnce(file, url) ? '1' : '0';
  return digits;
}

/** Runs over the files from the first number to before the second; returns how many decisions allow. */
using Pass = std::function<size_t(size_t, size_t)>;

/** Rules that are kept must decide as google/robotstxt itself does. */
std::vector<KeptRules*> Checked(const Files& files) {
  std::vector<KeptRules*> kept;
  for (const File& file : files) {
    kept.push_back(new KeptRules(file.body, file.agent));
    for (const std::string& url : file.urls)
      if (kept.back()->Allows(url) != AllowsOnce(file, url)) {
        std::cerr << "kept rules differ for " << url << "\n";
        std::exit(1);
      }
  }
  return kept;
}

Pass Query(const Files& files) {
  return [&files, kept = Checked(files)](size_t start, size_t end) {
    size_t allowed = 0;
    for (size_t i = start; i < end; i++)
      for (const std::string& url : files[i].urls) allowed += kept[i]->Allows(url);
    return allowed;
  };
}

/** One decision is fastest in the one pass of RobotsMatcher, more with rules that are kept. */
Pass Cold(const Files& files, size_t k) {
  return [&files, k](size_t start, size_t end) {
    size_t allowed = 0;
    for (size_t n = start; n < end; n++) {
      const File& file = files[n];
      if (k == 1) {
        allowed += AllowsOnce(file, file.urls[0]);
        continue;
      }
      const KeptRules rules(file.body, file.agent);
      for (size_t i = 0; i < k; i++) allowed += rules.Allows(file.urls[i % file.urls.size()]);
    }
    return allowed;
  };
}

/** All that a crawler asks of a new host: its rules, crawl delay, sitemaps and k decisions. */
Pass Host(const Files& files, size_t k) {
  return [&files, k](size_t start, size_t end) {
    size_t sum = 0;
    for (size_t n = start; n < end; n++) {
      const File& file = files[n];
      const KeptRules rules(file.body, file.agent);
      sum += rules.Sitemaps().size() + (rules.CrawlDelay() > 0);
      for (size_t i = 0; i < k; i++) sum += rules.Allows(file.urls[i % file.urls.size()]);
    }
    return sum;
  };
}

/** For each file the crawl delay in seconds, or -, and the number of sitemaps. */
std::string Facts(const Files& files) {
  std::ostringstream facts;
  for (const File& file : files) {
    const KeptRules rules(file.body, file.agent);
    if (&file != &files.front()) facts << ' ';
    if (rules.CrawlDelay() < 0) facts << '-';
    else facts << rules.CrawlDelay();
    facts << '/' << rules.Sitemaps().size();
  }
  return facts.str();
}

volatile size_t sink;

constexpr size_t kSliceFiles = 32;

/** Passes over all files for so many milliseconds, at least one; the middle time of each slice, in nanoseconds. */
std::string SliceTimes(const Pass& run, size_t files, int for_ms) {
  using Clock = std::chrono::steady_clock;
  std::vector<std::vector<int64_t>> slices((files + kSliceFiles - 1) / kSliceFiles);
  const auto start = Clock::now();
  do {
    for (size_t i = 0; i < slices.size(); i++) {
      const auto before = Clock::now();
      sink = run(i * kSliceFiles, std::min(files, (i + 1) * kSliceFiles));
      slices[i].push_back(std::chrono::nanoseconds(Clock::now() - before).count());
    }
  } while (Clock::now() - start < std::chrono::milliseconds(for_ms));
  std::string answer;
  for (std::vector<int64_t>& times : slices) {
    std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
    answer += (answer.empty() ? "" : " ") + std::to_string(times[times.size() / 2]);
  }
  return answer;
}

std::string Answer(const std::vector<Files>& job, const std::string& line) {
  std::istringstream words(line);
  std::string name, from;
  size_t i = 0, for_ms = 0, k = 0;
  words >> name >> i;
  if (name == "verdicts") return Verdicts(job[i]);
  if (name == "facts") return Facts(job[i]);
  words >> for_ms;
  if (name == "query") return SliceTimes(Query(job[i]), job[i].size(), for_ms);
  words >> from >> k;
  const Pass pass = name == "host" ? Host(job[i], k) : Cold(job[i], k);
  return SliceTimes(pass, job[i].size(), for_ms);
}

}  // namespace

int main(int, char** argv) {
  Reader reader(argv[1]);
  std::vector<Files> job;
  for (size_t count = reader.Number(); count > 0; count--) job.push_back(reader.OneCase());
  for (std::string line; std::getline(std::cin, line);) std::cout << Answer(job, line) << std::endl;
}
