#include "rehearsal/stage.hpp"

#include <algorithm>

#include "rehearsal/applications.hpp"
#include "rehearsal/orders.hpp"

namespace foliot::rehearsal {

namespace {

/// 2026-01-01T00:00Z, a Thursday, where no `now` says otherwise.
constexpr instant beginning_default{1'767'225'600'000};
/// How long a program that hangs takes.
constexpr int64_t hangs_ms = 1'000 * ms_per_day;

}  // namespace

std::optional<problem> play(const script& what, crashes when, uint64_t seed, uint32_t* lives) {
  instant beginning = beginning_default;
  auto from = what.statements.begin();
  if (from->head.words.front() == "now") {
    arguments in(from->head, beginning);
    in.take("now");
    beginning = in.time("a time");
    if (const auto bad = in.mistake()) return problem{from->head.number, *bad};
    ++from;
  }
  stage on(beginning, when, seed);
  std::optional<problem> bad;
  for (; from != what.statements.end() && !bad; ++from) bad = on.play(*from);
  if (lives != nullptr) *lives = on.lives();
  return bad ? bad : on.end();
}

stage::stage(instant beginning, crashes when, uint64_t seed)
    : beginning_(beginning), clock_(beginning), world_(beginning, when, seed) {
  world_.machine.direct = [this](const exec::run_spec& spec) { return performance_of(spec); };
  world_.end_statement();
}

std::optional<problem> stage::play(const statement& what) {
  const auto& words = what.head.words;
  const bool judges = words.size() > 1 && words[0] == "expect" && words[1] == "refused";
  if (refusal_ && !judges) return end();
  const int number = what.head.number;
  problem at{number, ""};
  auto bad =
      words.front() == "bundle" || words.front() == "coordinator" || words.front() == "workflow"
          ? define(what, at)
          : obey(what);
  if (bad) return problem{at.line, *bad};
  if (refusal_ && refusal_line_ == 0) refusal_line_ = number;
  if (words.front() != "expect" && words.front() != "why") {
    world_.settle();
    world_.end_statement();
  }
  if (!world_.trouble().empty()) return problem{number, world_.trouble()};
  return std::nullopt;
}

std::optional<problem> stage::end() {
  if (!refusal_) return std::nullopt;
  return problem{refusal_line_, "was refused: " + refusal_->text()};
}

stage::complaint stage::define(const statement& what, problem& at) {
  const auto made = application_of(what, beginning_);
  if (const auto* bad = std::get_if<problem>(&made)) {
    at.line = bad->line;
    return bad->sentence;
  }
  for (const auto& [path, content] : std::get<application_files>(made))
    world_.files.put(path, content);
  return std::nullopt;
}

stage::complaint stage::obey(const statement& what) {
  arguments in(what.head, beginning_);
  const std::string verb = in.word("a statement");
  if (!what.body.empty()) return "the indented lines below '" + verb + "' mean nothing";
  if (!what.document.empty() && verb != "file") return "'" + verb + "' takes no document";
  return obey_other(verb, in, what);
}

stage::complaint stage::obey_other(const std::string& verb, arguments& in, const statement& what) {
  const bool needs_no_engine = verb == "up" || verb == "advance" || verb == "at" ||
                               verb == "file" || verb == "touch" || verb == "mkdir" ||
                               verb == "remove";
  if (!world_.is_up() && !needs_no_engine) return "the engine is down";
  if (verb == "submit" || verb == "launch" || verb == "dry-run") return submit(verb, in);
  if (verb == "update") return update(in);
  if (verb == "advance" || verb == "at") return pass(verb, in);
  if (verb == "until") return wait(in);
  if (verb == "run") return direct(in);
  if (verb == "expect") return expect(in);
  if (verb == "why") return why(in);
  if (verb == "file") {
    const std::string path = in.word("a path");
    const std::string content = in.more() ? in.word("a content") : what.document;
    if (!in.mistake()) world_.files.put(path, content);
    return in.mistake();
  }
  if (verb == "touch" || verb == "mkdir" || verb == "remove" || verb == "sick" || verb == "well")
    return touch_files(verb, in);
  if (verb == "crash" || verb == "down" || verb == "up") {
    if (in.mistake()) return in.mistake();
    if ((verb == "up") == world_.is_up())
      return "the engine is " + std::string(verb == "up" ? "up" : "down");
    verb == "crash" ? world_.crash() : verb == "down" ? world_.go_down() : world_.come_up();
    return std::nullopt;
  }
  if (verb == "lose") {
    in.require("run");
    if (in.mistake()) return in.mistake();
    if (!world_.machine.strike()) return "no program runs that could be lost";
    return std::nullopt;
  }
  if (verb == "disk") {
    const bool full = in.take("full");
    if (!full) in.require("free");
    if (!in.mistake()) world_.disk_full = full;
    return in.mistake();
  }
  if (verb == "now") return "'now' must be the first statement";
  for (const char* each : {"suspend", "resume", "kill", "start", "order"})
    if (verb == each) return order(verb, in);
  return "there is no statement '" + verb + "'";
}

std::string stage::document_of(const std::map<std::string, std::string>& conf) {
  std::string xml = "<configuration>";
  for (const auto& [key, value] : conf)
    xml += "<property><name>" + xml_text(key) + "</name><value>" + xml_text(value) +
           "</value></property>";
  return xml + "</configuration>";
}

std::function<void(result<http::submitted>)> stage::taken_by(answer& got) {
  return [&got](result<http::submitted> outcome) {
    got.given = true;
    if (!outcome) got.refusal = outcome.error();
    if (outcome) got.id = outcome->id;
    if (outcome) got.warnings = outcome->warnings;
  };
}

// update ID [dry] [key=value...] [refused CODE ["text"]] [showing "text"]
stage::complaint stage::update(arguments& in) {
  const std::string name = in.word("the name of a job");
  const bool dry = in.take("dry");
  std::map<std::string, std::string> conf;
  while (in.more() && in.peek().find('=') != std::string::npos) {
    const auto [key, value] = in.property();
    conf[key] = value;
  }
  if (!conf.empty()) conf.emplace("user.name", "joe");
  if (in.failed()) return in.mistake();
  const auto id = find(name);
  if (!id) return "there is no job called '" + name + "'";
  answer got;
  world_.engine().gate().update(
      *id, document_of(conf), {conf.empty() ? "" : conf["user.name"], "", ""}, dry, taken_by(got));
  if (!world_.await(got.given)) return "the update was never answered";
  return judge_answer(got, in);
}

// submit KIND NAME [as ID] [key=value...] [refused CODE ["text"]] [warned "text"]
stage::complaint stage::submit(const std::string& verb, arguments& in) {
  static const std::map<std::string, std::string> properties{
      {"bundle", "oozie.bundle.application.path"},
      {"coordinator", "oozie.coord.application.path"},
      {"workflow", "oozie.wf.application.path"}};
  const auto kind = properties.find(in.word("bundle, coordinator or workflow"));
  if (kind == properties.end())
    return verb + " must be followed by bundle, coordinator or workflow";
  const std::string path = in.word("a name");
  const auto as = in.option("as");
  std::map<std::string, std::string> conf{
      {kind->second, "file://" + (path.starts_with("/") ? path : "/apps/" + path)},
      {"user.name", "joe"}};
  while (in.more() && in.peek().find('=') != std::string::npos) {
    const auto [key, value] = in.property();
    conf[key] = value;
  }
  const std::string xml = document_of(conf);
  answer got;
  const auto done = taken_by(got);
  if (verb == "dry-run")
    world_.engine().gate().dry_run(xml, {"joe", "", ""}, done);
  else
    world_.engine().gate().submit(xml, {"joe", "", ""}, verb == "launch", done);
  if (!world_.await(got.given)) return "the submission was never answered";
  if (!got.refusal && verb != "dry-run") jobs_[as.value_or(path)] = got.id;
  return judge_answer(got, in);
}

/// What the rest of the line says of the answer; a refusal may be expected by the next line.
stage::complaint stage::judge_answer(const answer& got, arguments& in) {
  if (in.take("refused")) {
    const std::string code = in.word("a code");
    const std::string text = in.more() ? in.word("a text") : "";
    if (in.mistake()) return in.mistake();
    if (!got.refusal) return "was accepted, but " + code + " was expected";
    if (got.refusal->oozie != code)
      return "was refused, not with " + code + ": " + got.refusal->text();
    if (got.refusal->text().find(text) == std::string::npos)
      return "the refusal does not say '" + text + "': " + got.refusal->text();
    return std::nullopt;
  }
  if (const auto warning = in.option("warned")) {
    const bool found = std::any_of(
        got.warnings.begin(), got.warnings.end(),
        [&](const std::string& each) { return each.find(*warning) != std::string::npos; });
    std::string all;
    for (const std::string& each : got.warnings) all += "\n  " + each;
    if (!found) return "no warning says '" + *warning + "'; there are:" + all;
  }
  while (const auto text = in.option("showing"))
    if (got.id.find(*text) == std::string::npos)
      return "the answer does not show '" + *text + "':\n" + got.id;
  refusal_ = got.refusal;
  refusal_line_ = 0;
  return in.mistake();
}

// VERB ID [words...] [refused CODE ["text"]]
stage::complaint stage::order(const std::string& verb, arguments& in) {
  const std::string name = in.word("the name of a job");
  const std::string what = verb == "order" ? in.word("an order") : verb;
  std::vector<std::string> words;
  while (in.more() && in.peek() != "refused") words.push_back(in.word("an argument"));
  if (in.failed()) return in.mistake();
  const auto id = find(name);
  if (!id) return "there is no job called '" + name + "'";
  answer got;
  const bool known = give_order(world_.engine().gate(), *id, what, words,
                                [&got](const result<model::order_reply>& done) {
                                  got.given = true;
                                  if (!done) got.refusal = done.error();
                                });
  if (!known) return "there is no order '" + what + "' with these arguments";
  if (!world_.await(got.given)) return "the order was never answered";
  return judge_answer(got, in);
}

// run WHO [node NAME] succeeds|fails [with N]|hangs [after D] [creating PATH...] [printing TEXT]
//     [times N]
stage::complaint stage::direct(arguments& in) {
  part says{in.word("a name"), in.option("node").value_or(""), {ms_per_minute, 0, "", {}}, {}};
  if (in.take("fails")) {
    says.does.exit_code = 1;
    if (in.take("with")) says.does.exit_code = static_cast<int32_t>(in.number("an exit status"));
  } else if (in.take("hangs")) {
    says.does.takes_ms = hangs_ms;
  } else {
    in.require("succeeds");
  }
  if (in.take("after")) says.does.takes_ms = in.duration("a duration");
  if (in.take("printing")) says.does.output = in.word("a text") + "\n";
  if (in.take("times")) says.times = in.number("a number of times");
  if (in.take("creating"))
    while (in.more()) says.does.creates.push_back(in.word("a path"));
  if (!in.mistake()) parts_.push_back(std::move(says));
  return in.mistake();
}

stage::complaint stage::pass(const std::string& verb, arguments& in) {
  const instant to = verb == "at" ? in.time("a time") : plus_ms(clock_, in.duration("a duration"));
  if (in.mistake()) return in.mistake();
  if (to < clock_) return "it is " + text_of(clock_) + " already";
  clock_ = to;
  world_.pass_to(to);
  return std::nullopt;
}

// until ID STATUS within D
stage::complaint stage::wait(arguments& in) {
  const std::string name = in.word("a name");
  const std::string wanted = in.word("a status");
  in.require("within");
  const int64_t within = in.duration("a duration");
  if (!in.mistake() && !model::status_named(wanted)) in.wrong("'" + wanted + "' is no status");
  if (in.mistake()) return in.mistake();
  const auto reached = [&] {
    const auto state = status_of(name);
    return state && model::name(*state) == wanted;
  };
  const bool there = reached() || world_.pass_until(plus_ms(clock_, within), reached);
  clock_ = std::max(clock_, world_.now());
  if (there || !world_.trouble().empty()) return std::nullopt;
  const auto state = status_of(name);
  if (!state) return "there is no '" + name + "' after " + text_of(clock_);
  const auto id = find(name);
  return "'" + name + "' is " + std::string(model::name(*state)) + " at " + text_of(clock_) +
         (id ? reasons_of(*id) : "");
}

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
