#include "rehearsal/stage.hpp"

#include <algorithm>
#include <utility>

#include "parse/text.hpp"
#include "rehearsal/applications.hpp"
#include "rehearsal/limits.hpp"

namespace foliot::rehearsal {

namespace {

/// 2026-01-01T00:00Z, a Thursday, where no `now` says otherwise.
constexpr instant beginning_default{1'767'225'600'000};
/// How long a program that hangs takes.
constexpr int64_t hangs_ms = 1'000 * ms_per_day;

/// What others call our statements.
const std::map<std::string, std::string> other_words{
    {"create", "touch"},  {"delete", "remove"}, {"rm", "remove"},  {"mock", "run"},
    {"assert", "expect"}, {"sleep", "advance"}, {"wait", "until"}, {"given", "submit"},
    {"then", "expect"},   {"when", "run"},      {"copy", "files"}, {"include", "files"}};

bool is_definition(const std::string& verb) {
  return verb == "bundle" || verb == "coordinator" || verb == "workflow";
}

/// The statements that a stage without an engine can play.
bool needs_no_engine(const std::string& verb) {
  static const std::vector<std::string> those{"up",    "advance", "at",    "file",
                                              "files", "touch",   "mkdir", "remove"};
  return std::find(those.begin(), those.end(), verb) != those.end();
}

std::string line_text(const line& of) {
  std::string out;
  for (const std::string& word : of.words) {
    const bool quote = word.empty() || word.find(' ') != std::string::npos;
    out += (out.empty() ? "" : " ") + (quote ? "\"" + word + "\"" : word);
  }
  return out;
}

}  // namespace

played play(const script& what, const play_options& how) {
  instant beginning = beginning_default;
  auto from = what.statements.begin();
  if (from->head.words.front() == "now") {
    arguments in(from->head, beginning);
    in.take("now");
    beginning = in.time("a time");
    if (const auto bad = in.mistake()) return {problem{from->head.number, *bad}, 0, 0, 0, {}};
    ++from;
  }
  stage on(beginning, how);
  std::optional<problem> bad;
  for (; from != what.statements.end() && !bad; ++from) bad = on.play(*from);
  if (!bad) bad = on.end();
  played out = on.outcome();
  out.bad = std::move(bad);
  return out;
}

stage::stage(instant beginning, const play_options& how)
    : beginning_(beginning),
      clock_(beginning),
      real_(how.folder),
      telling_(how.story),
      world_(beginning, how.when, how.seed) {
  world_.machine.direct = [this](const exec::run_spec& spec) { return performance_of(spec); };
  world_.end_statement();
}

std::optional<problem> stage::play(const statement& what) {
  const auto& words = what.head.words;
  const bool judges = words.size() > 1 && words[0] == "expect" && words[1] == "refused";
  if (refusal_ && !judges) return end();
  about_.clear();
  playing_ = &what;
  if (telling_) told_.push_back({world_.now(), "", line_text(what.head)});
  int line = what.head.number;
  if (auto bad = is_definition(words.front()) ? define(what, line) : obey(what))
    return problem_of(line, std::move(*bad));
  if (refusal_ && refusal_line_ == 0) refusal_line_ = line;
  if (words.front() != "expect" && words.front() != "why") {
    world_.settle();
    world_.end_statement();
  }
  if (!world_.trouble().empty()) return problem{line, world_.trouble()};
  return std::nullopt;
}

/// With what is known of the entity that the statement looked at.
problem stage::problem_of(int line, std::string sentence) {
  problem out{line, std::move(sentence)};
  if (about_.empty() || !world_.is_up()) return out;
  if (const auto id = find(about_)) {
    out.why = reasons_of(*id);
    out.log = log_of(*id);
  }
  return out;
}

std::optional<problem> stage::end() {
  if (refusal_) return problem{refusal_line_, "was refused: " + refusal_->text()};
  for (const part& each : parts_) {
    const std::string job = each.who.substr(0, each.who.find_first_of("@/"));
    if (each.who == "any" || jobs_.contains(job)) continue;
    return problem{each.line, nobody(each.who)};
  }
  return std::nullopt;
}

played stage::outcome() {
  played out{{}, world_.lives(), world_.is_up() ? count_actions() : 0, executions_.size(), {}};
  if (!telling_) return out;
  out.story = std::move(told_);
  if (world_.is_up())
    for (const auto& [root, name] : roots_) {
      auto all = journal_of(root, [](entity_id) { return true; });
      std::move(all.begin(), all.end(), std::back_inserter(out.story));
    }
  std::stable_sort(out.story.begin(), out.story.end(),
                   [](const happening& a, const happening& b) { return a.at < b.at; });
  return out;
}

stage::complaint stage::define(const statement& what, int& line) {
  const auto made = application_of(what, beginning_);
  if (const auto* bad = std::get_if<problem>(&made)) {
    line = bad->line;
    return bad->sentence;
  }
  for (const auto& [path, content] : std::get<application_files>(made))
    world_.files.put(path, content);
  return std::nullopt;
}

stage::complaint stage::obey(const statement& what) {
  static const std::map<std::string, teller> tellers{
      {"submit", &stage::submit},      {"launch", &stage::submit},
      {"dry-run", &stage::submit},     {"update", &stage::update},
      {"advance", &stage::pass},       {"at", &stage::pass},
      {"until", &stage::wait},         {"run", &stage::direct},
      {"expect", &stage::expect},      {"why", &stage::why},
      {"file", &stage::put_file},      {"files", &stage::put_real_files},
      {"touch", &stage::touch_files},  {"mkdir", &stage::touch_files},
      {"remove", &stage::touch_files}, {"sick", &stage::touch_files},
      {"well", &stage::touch_files},   {"crash", &stage::upset},
      {"down", &stage::upset},         {"up", &stage::upset},
      {"lose", &stage::upset},         {"disk", &stage::upset},
      {"suspend", &stage::order},      {"resume", &stage::order},
      {"kill", &stage::order},         {"start", &stage::order},
      {"change", &stage::order},       {"rerun", &stage::order},
      {"ignore", &stage::order},       {"order", &stage::order}};
  arguments in(what.head, beginning_);
  const std::string verb = in.word("a statement");
  if (verb == "now") return "'now' must be the first statement";
  const auto found = tellers.find(verb);
  if (found == tellers.end()) {
    std::vector<std::string> known{"bundle", "coordinator", "workflow", "now"};
    for (const auto& each : tellers) known.push_back(each.first);
    const auto other = other_words.find(verb);
    const std::string near = other == other_words.end() ? parse::did_you_mean(verb, known)
                                                        : "Did you mean '" + other->second + "'?";
    return "there is no statement '" + verb + "'" + (near.empty() ? "" : ". " + near);
  }
  if (!what.body.empty()) return "the indented lines below '" + verb + "' mean nothing";
  const bool documented = verb == "file" || found->second == &stage::submit;
  if (!what.document.empty() && !documented) return "'" + verb + "' takes no document";
  if (!world_.is_up() && !needs_no_engine(verb)) return "the engine is down";
  return (this->*found->second)(verb, in);
}

// file PATH [CONTENT] [<<END]
stage::complaint stage::put_file(const std::string&, arguments& in) {
  const std::string path = in.word("a path");
  const std::string content = in.more() ? in.word("a content") : playing_->document;
  if (!path.starts_with("/")) in.wrong("a path begins with '/'");
  if (!in.mistake()) world_.files.put(path, content);
  return in.mistake();
}

// files REAL at PATH
stage::complaint stage::put_real_files(const std::string&, arguments& in) {
  const std::string from = in.word("a file or directory of the application");
  in.require("at");
  const std::string to = in.word("a path");
  if (!to.starts_with("/")) in.wrong("a path begins with '/'");
  if (in.mistake()) return in.mistake();
  return copy_real(from, to);
}

// crash | down | up | lose run | disk full | disk free
stage::complaint stage::upset(const std::string& verb, arguments& in) {
  if (verb == "lose") in.require("run");
  const bool full = verb == "disk" && in.take("full");
  if (verb == "disk" && !full) in.require("free");
  if (in.mistake()) return in.mistake();
  if (verb == "disk") {
    world_.disk_full = full;
  } else if (verb == "lose") {
    if (!world_.machine.strike()) return "no program runs that could be lost";
  } else if ((verb == "up") == world_.is_up()) {
    return "the engine is " + std::string(verb == "up" ? "up" : "down");
  } else {
    verb == "crash" ? world_.crash() : verb == "down" ? world_.go_down() : world_.come_up();
  }
  return std::nullopt;
}

// run WHO [node NAME] succeeds|fails [with N]|hangs, then in any order:
//     [after D] [printing TEXT]... [times N] [creating outputs|PATH ...]
stage::complaint stage::direct(const std::string&, arguments& in) {
  part says{playing_->head.number,
            in.word("a name"),
            in.option("node").value_or(""),
            {ms_per_minute, 0, "", {}},
            false,
            {}};
  if (in.take("fails")) {
    says.does.exit_code = 1;
    if (in.take("with")) says.does.exit_code = static_cast<int32_t>(in.number("an exit status"));
  } else if (in.take("hangs")) {
    says.does.takes_ms = hangs_ms;
  } else {
    in.require("succeeds");
  }
  while (in.more()) {
    if (in.take("after")) {
      says.does.takes_ms = in.duration("a duration");
    } else if (in.take("printing")) {
      says.does.output += in.word("a text") + "\n";
    } else if (in.take("times")) {
      says.times = in.number("a number of times");
    } else if (in.take("creating")) {
      if (in.take("outputs")) says.outputs = true;
      while (in.peek().starts_with("/")) says.does.creates.push_back(in.word("a path"));
      if (!says.outputs && says.does.creates.empty())
        in.wrong("'creating' is followed by 'outputs' or by paths that begin with '/'");
    } else {
      break;  // means nothing
    }
  }
  if (!in.mistake()) parts_.push_back(std::move(says));
  return in.mistake();
}

// advance DURATION | advance to TIME | at TIME
stage::complaint stage::pass(const std::string& verb, arguments& in) {
  const bool to_time = verb == "at" || in.take("to");
  const instant to = to_time ? in.time("a time") : plus_ms(clock_, in.duration("a duration"));
  if (in.mistake()) return in.mistake();
  if (to < clock_) return "it is " + text_of(clock_) + " already";
  if (to.ms - beginning_.ms > limits::scenario_span_ms_max)
    return text_of(to) + " is more than ten years after the beginning, " + text_of(beginning_) +
           "; begin later with 'now TIME'";
  clock_ = to;
  world_.pass_to(to);
  return std::nullopt;
}

// until ID STATUS within D
stage::complaint stage::wait(const std::string&, arguments& in) {
  const std::string name = in.word("a name");
  const std::string wanted = in.word("a status");
  in.require("within");
  const int64_t within = in.duration("a duration");
  if (!in.mistake()) in.status(wanted);
  if (in.mistake()) return in.mistake();
  about_ = name;
  const instant end = plus_ms(clock_, within);
  if (end.ms - beginning_.ms > limits::scenario_span_ms_max)
    return "that is more than ten years after the beginning, " + text_of(beginning_);
  const auto reached = [&] {
    const auto state = status_of(name);
    return state && model::name(*state) == wanted;
  };
  const bool there = reached() || world_.pass_until(end, reached);
  clock_ = std::max(clock_, world_.now());
  if (there || !world_.trouble().empty()) return std::nullopt;
  const auto state = status_of(name);
  if (!state) return "at " + text_of(clock_) + " " + nobody(name);
  return "'" + name + "' is " + std::string(model::name(*state)) + ", not " + wanted + ", at " +
         text_of(clock_);
}

// touch|mkdir|remove|sick|well PATH ...
stage::complaint stage::touch_files(const std::string& verb, arguments& in) {
  do {
    const std::string path = in.word("a path");
    if (path.empty() || path.front() != '/') in.wrong("a path begins with '/'");
    if (in.failed()) return in.mistake();
    if (verb == "touch") world_.files.put(path);
    if (verb == "mkdir") world_.files.make_directory(path);
    if (verb == "remove") {
      if (!world_.files.exists(path)) return path + " is not there";
      world_.files.remove(path);
    }
    if (verb == "sick" || verb == "well") world_.files.fail_reads(verb == "sick", path);
  } while (in.more());
  return in.mistake();
}

}  // namespace foliot::rehearsal
