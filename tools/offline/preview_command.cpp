#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

#include "base/visible.hpp"
#include "model/nominal_times.hpp"
#include "parse/text.hpp"
#include "time/datetime.hpp"
#include "tools/client/application.hpp"
#include "tools/offline/commands.hpp"
#include "tools/offline/json_out.hpp"
#include "tools/offline/preview.hpp"
#include "tools/offline/wall_text.hpp"
#include "tools/offline/wrap.hpp"

namespace foliot::offline {

using client::console;
using nlohmann::json;

namespace {

constexpr size_t line_width = 80;
/// So many instances of one event are printed; --json shows all.
constexpr size_t instances_shown = 4;
constexpr const char* previewer = "nobody";

constexpr std::array<const char*, 4> path_properties{
    "oozie.wf.application.path", "oozie.coord.application.path", "oozie.bundle.application.path",
    "oozie.application.bundle.path"};

/// `text` in `width` characters: the middle gives way, because a path tells most at its ends.
std::string elided(const std::string& text, size_t width) {
  if (client::width_of(text) <= width || width < 8) return text;
  const size_t head = width / 3;
  std::string front = client::cut(text, head + 1);
  std::vector<size_t> starts;
  for (size_t i = 0; i < text.size(); ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) starts.push_back(i);
  return front + text.substr(starts[starts.size() - (width - head - 1)]);
}

std::string plural(uint64_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

const char* order_text(model::execution_order order) {
  switch (order) {
    case model::execution_order::fifo: return "FIFO";
    case model::execution_order::lifo: return "LIFO";
    case model::execution_order::last_only: return "LAST_ONLY";
    default: return "NONE";
  }
}

/// What a frequency of minutes cannot count beyond.
constexpr uint64_t countable = std::numeric_limits<uint32_t>::max();

std::string count_text(const model::coordinator_definition& of) {
  const uint64_t count = count_actions(of);
  return (count >= countable ? "over " : "") + std::to_string(count);
}

/// The pieces of a list of paths, as coord:dataIn gives; empty for any other text.
std::vector<std::string> paths_in(const std::string& text) {
  std::vector<std::string> out = parse::split_list(text, ',');
  const auto is_path = [](const std::string& each) {
    return each.find('/') != std::string::npos || each.starts_with("${");
  };
  if (out.size() < 2 || !std::all_of(out.begin(), out.end(), is_path)) out.clear();
  return out;
}

class printer {
 public:
  printer(const console& to, const loaded_application& of) : to_(to), of_(of) {}

  void head() const {
    if (of_.kind != entity_kind::bundle) return one(of_.coordinators.front().definition);
    std::string line = client::bold(to_, visible(of_.name)) + ", a bundle of " +
                       plural(of_.coordinators.size(), "coordinator");
    if (of_.kick_off) line += ", from " + time::format_datetime(*of_.kick_off, {});
    to_.out(line + "\n");
    table();
  }

  void action(const previewed_action& of) {
    const model::coordinator_definition& job = of_.coordinators[of.coordinator].definition;
    change(of.nominal, job.zone);
    std::string line = time::format_datetime(of.nominal, {}) + "  ";
    size_t used = line.size();
    if (job.zone.id() != "UTC") {
      const std::string wall = wall_text(of.nominal, job.zone) + "  ";
      line += client::dim(to_, wall);
      used += wall.size();
    }
    const std::string number = "@" + std::to_string(of.number);
    const std::string who = elided(visible(job.name), line_width - used - number.size());
    to_.out(line + client::bold(to_, who + number) + "\n");
    name_width_ = 8;
    for (const auto* events : {&of.inputs, &of.outputs})
      for (const previewed_event& each : *events) widen(each.name);
    for (const auto& [name, value] : of.configuration) widen(name);
    for (const previewed_event& each : of.inputs) event("in", each);
    const std::string logic = logic_text(job);
    if (!logic.empty()) row("need", "", logic);
    for (const previewed_event& each : of.outputs) event("out", each);
    for (const auto& [name, value] : of.configuration) property(name, value);
    if (!of.refused) return;
    constexpr size_t margin = 9;
    const std::string lines = wrapped(visible(of.refused->text()), margin);
    to_.out("  " + client::painted(to_, "FAILED", "fails") + "  " + lines.substr(margin));
  }

 private:
  /// Names and frequencies share what the other columns leave; both are cut in the middle.
  void table() const {
    std::vector<std::array<std::string, 3>> rows;
    std::array<size_t, 3> widths{11, 5, 7};
    for (const loaded_coordinator& each : of_.coordinators) {
      const model::coordinator_definition& job = each.definition;
      std::string every = visible(schedule_text(job));
      if (every.starts_with("every ")) every.erase(0, 6);
      if (every.starts_with("cron ")) every.erase(0, 5);
      rows.push_back({visible(job.name), std::move(every), count_text(job)});
      for (size_t i = 0; i < 3; ++i)
        widths[i] = std::max(widths[i], client::width_of(rows.back()[i]));
    }
    constexpr size_t two_times = 2 * 17;
    constexpr size_t gaps = 4 * 2;
    constexpr size_t every_least = 14;
    const size_t room = line_width - two_times - gaps - std::min<size_t>(widths[2], 16);
    const size_t every_room =
        std::min(widths[1], std::max(every_least, room - std::min(room, widths[0])));
    client::text_table out({"COORDINATOR", "EVERY", "ACTIONS", "START", "END"}, 9, 9);
    for (size_t i = 0; i < rows.size(); ++i) {
      const model::coordinator_definition& job = of_.coordinators[i].definition;
      out.add({elided(rows[i][0], room - every_room), elided(rows[i][1], every_room), rows[i][2],
               time::format_datetime(job.start, {}), time::format_datetime(job.end, {})});
    }
    to_.out(out.text(to_));
  }

  void one(const model::coordinator_definition& job) const {
    const uint64_t count = count_actions(job);
    to_.out(client::bold(to_, visible(job.name)) + ", " + visible(schedule_text(job)) + ", " +
            count_text(job) + (count == 1 ? " action, " : " actions, ") + job.zone.id() +
            "\nfrom " + time::format_datetime(job.start, {}) + " to " +
            time::format_datetime(job.end, {}) + ", " + order_text(job.order) + ", " +
            (job.concurrency < 0 ? std::string("no bound on how many run")
                                 : std::to_string(job.concurrency) + " at a time") +
            ", timeout " + std::to_string(job.timeout_minutes) + " min\n");
  }

  /// A line where the clocks of the zone were changed since the action before.
  void change(instant at, const time::zone& where) {
    const auto [last, first] = last_.emplace(where.id(), at);
    if (!first) {
      const std::string text = clock_change_text(last->second, at, where);
      if (!text.empty()) to_.out(client::painted(to_, "SUSPENDED", "-- " + text) + "\n");
    }
    last->second = at;
  }

  /// The first of `values` in a line each; gives how many.
  size_t rows(const char* kind, const std::string& name,
              const std::vector<std::string>& values) const {
    size_t shown = 0;
    for (const std::string& each : values) {
      if (shown == instances_shown && values.size() > instances_shown + 1) {
        row("", "", "... and " + std::to_string(values.size() - shown) + " more");
        break;
      }
      row(shown == 0 ? kind : "", shown == 0 ? name : "", each);
      ++shown;
    }
    return shown;
  }

  void property(const std::string& name, const std::string& value) const {
    if (rows("conf", name, paths_in(value)) == 0) row("conf", name, value);
  }

  void event(const char* kind, const previewed_event& of) const {
    const size_t shown = rows(kind, of.name, of.waits_for);
    if (!of.open.empty()) row(shown == 0 ? kind : "", shown == 0 ? of.name : "", of.open);
    if (shown == 0 && of.open.empty()) row(kind, of.name, "nothing: before the first instance");
  }

  void widen(const std::string& name) {
    name_width_ = std::max(name_width_, std::min(client::width_of(visible(name)), name_width_max));
  }

  void row(std::string kind, std::string name, const std::string& value) const {
    kind.resize(5, ' ');
    name = client::cut(visible(name), name_width_max);
    name += std::string(name_width_ - std::min(name_width_, client::width_of(name)) + 1, ' ');
    const size_t used = 2 + 5 + client::width_of(name);
    to_.out("  " + client::dim(to_, kind) + name + elided(visible(value), line_width - used) +
            "\n");
  }

  const console& to_;
  const loaded_application& of_;
  std::map<std::string, instant> last_;  ///< Nominal time of the last action, by zone.
  static constexpr size_t name_width_max = 20;
  size_t name_width_ = 8;  ///< Of the names of one action's rows.
};

json json_of(const previewed_event& of) {
  json out{
      {"name", of.name}, {"dataset", of.dataset}, {"uris", of.uris}, {"waitsFor", of.waits_for}};
  if (!of.open.empty()) out["unresolved"] = of.open;
  return out;
}

json json_of(const loaded_coordinator& of) {
  const model::coordinator_definition& job = of.definition;
  return {{"name", job.name},
          {"file", of.file},
          {"schedule", schedule_text(job)},
          {"start", time::format_datetime(job.start, {})},
          {"end", time::format_datetime(job.end, {})},
          {"timezone", job.zone.id()},
          {"actions", count_actions(job)},
          {"timeout", job.timeout_minutes},
          {"concurrency", job.concurrency},
          {"throttle", job.throttle},
          {"execution", order_text(job.order)},
          {"inputLogic", logic_text(job)}};
}

json json_of(const loaded_application& of, const previewed_action& action) {
  const model::coordinator_definition& job = of.coordinators[action.coordinator].definition;
  json out{{"coordinator", job.name},
           {"number", action.number},
           {"nominalTime", time::format_datetime(action.nominal, {})},
           {"localTime", wall_text(action.nominal, job.zone)}};
  out["inputs"] = out["outputs"] = json::array();
  for (const previewed_event& each : action.inputs) out["inputs"].push_back(json_of(each));
  for (const previewed_event& each : action.outputs) out["outputs"].push_back(json_of(each));
  out["configuration"] = json::object();
  for (const auto& [name, value] : action.configuration) out["configuration"][name] = value;
  if (action.refused) out["error"] = offline::json_of(*action.refused);
  return out;
}

void add_changes(const loaded_application& of, const std::vector<previewed_action>& actions,
                 json& out) {
  std::map<std::string, instant> last;
  for (const previewed_action& each : actions) {
    const time::zone& where = of.coordinators[each.coordinator].definition.zone;
    const auto [before, first] = last.emplace(where.id(), each.nominal);
    if (!first && where.offset_ms(before->second) != where.offset_ms(each.nominal))
      out.push_back(
          {{"timezone", where.id()},
           {"at", time::format_datetime(clock_change(before->second, each.nominal, where), {})},
           {"before", offset_text(before->second, where)},
           {"after", offset_text(each.nominal, where)}});
    before->second = each.nominal;
  }
}

void print_json_preview(const console& to, const loaded_application& of,
                        const std::vector<previewed_action>& actions) {
  json body{{"kind", of.kind == entity_kind::bundle ? "bundle" : "coordinator"},
            {"name", of.name},
            {"warnings", of.warnings}};
  body["coordinators"] = body["actions"] = body["clockChanges"] = json::array();
  if (of.kick_off) body["kickOffTime"] = time::format_datetime(*of.kick_off, {});
  for (const loaded_coordinator& each : of.coordinators)
    body["coordinators"].push_back(json_of(each));
  for (const previewed_action& each : actions) body["actions"].push_back(json_of(of, each));
  add_changes(of, actions, body["clockChanges"]);
  print_json(to, body);
}

/// For people within 80 columns; programs that read it get one line.
void complain(const console& to, const std::string& text) {
  const std::string line = "foliot: " + visible(text);
  to.err(to.terminal ? wrapped(line, 0) : line + "\n");
}

int refuse(const console& to, const failure& error) {
  if (to.json) return report_answer(to, error);
  complain(to, error.text());
  return client::exit_failed;
}

/// Fails when every action does: who asked in a script must not take that for an answer.
int outcome_of(const console& to, const std::vector<previewed_action>& actions) {
  const auto fails = [](const previewed_action& each) { return each.refused.has_value(); };
  if (actions.empty() || !std::all_of(actions.begin(), actions.end(), fails))
    return client::exit_good;
  if (!to.json) to.out("\nevery action shown fails\n");
  return client::exit_failed;
}

result<std::optional<instant>> bound(const std::string& text, const char* option) {
  if (text.empty()) return std::optional<instant>();
  const auto at = time::parse_datetime(text, {}, dialect::lenient);
  if (!at) return at.error().within(option);
  return std::optional(*at);
}

/// The application's own path wins over those of the properties, which belong to another host.
result<model::configuration> properties_of(const preview_options& options,
                                           const std::string& property) {
  auto conf = client::job_properties("", options.properties, options.definitions, previewer);
  if (!conf && conf.error().sentence == "nothing names the application")
    conf = client::job_properties(options.path, options.properties, options.definitions, previewer);
  if (!conf) return conf;
  for (const char* each : path_properties) conf->erase(each);
  const auto uri = client::file_uri(options.path);
  if (!uri) return uri.error();
  (*conf)[property] = *uri;
  return conf;
}

result<loaded_application> load(const preview_options& options) {
  const auto property = client::application_property(options.path);
  if (!property) return property.error();
  if (property->find("wf.") != std::string::npos)
    return failure{errc::bad_input, "a workflow has no schedule of its own", "", options.path,
                   "Name a bundle or a coordinator; 'foliot lint' checks workflows"};
  const entity_kind kind = property->find("bundle") != std::string::npos ? entity_kind::bundle
                                                                         : entity_kind::coordinator;
  auto conf = properties_of(options, *property);
  if (!conf) return conf.error();
  std::error_code ignored;
  std::filesystem::path file(options.path);
  if (std::filesystem::is_directory(file, ignored))
    file /= kind == entity_kind::bundle ? "bundle.xml" : "coordinator.xml";
  return load_application(file.string(), *conf);
}

}  // namespace

int preview(const console& to, const preview_options& options) {
  const auto from = bound(options.from, "--from");
  if (!from) return refuse(to, from.error());
  const auto until = bound(options.to, "--to");
  if (!until) return refuse(to, until.error());
  const auto application = load(options);
  if (!application) return refuse(to, application.error());
  const auto actions = preview_actions(*application, {*from, *until, options.count}, previewer);
  if (to.json) {
    print_json_preview(to, *application, actions);
    return outcome_of(to, actions);
  }
  for (const std::string& each : application->warnings) complain(to, "warning: " + each);
  printer out(to, *application);
  out.head();
  if (!actions.empty()) to.out("\n");
  for (const previewed_action& each : actions) out.action(each);
  if (actions.empty()) to.out("no action in this span of time\n");
  return outcome_of(to, actions);
}

}  // namespace foliot::offline
