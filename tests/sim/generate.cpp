#include "tests/sim/generate.hpp"

#include <algorithm>
#include <set>

namespace foliot::sim {

std::string property(const std::string& name, const std::string& value) {
  return "<property><name>" + name + "</name><value>" + value + "</value></property>";
}

namespace {

constexpr int64_t day_minutes = 24 * 60;

class generator {
 public:
  generator(rehearsal::chance luck, instant now, rehearsal::virtual_files& files)
      : luck_(luck), files_(files), now_(now) {
    midnight_ = instant{now.ms - now.ms % ms_per_day};
  }

  population run() {
    for (int64_t i = luck_.between(1, 3); i > 0; --i) {
      const int levels = luck_.hits(25) ? 1 : 0;
      tops_.push_back(add_workflow(out_, luck_, files_, {6, levels, 0, false}, true));
    }
    const int64_t apps = luck_.between(1, 5);
    for (int64_t i = 0; i < apps; ++i) {
      const uint64_t kind = luck_.below(10);
      if (kind < 5)
        add_bundle();
      else if (kind < 8)
        add_coordinator_job();
      else
        add_workflow_job();
    }
    if (luck_.hits(65))
      for (int64_t i = luck_.between(1, 4); i > 0; --i) add_workflow_job();
    add_arrivals();
    generate_settings(luck_, out_);
    for (int i = 0; i < 3; ++i)
      if (luck_.hits(50))
        out_.arrivals.push_back(
            {plus_ms(now_, luck_.between(0, 6 * ms_per_hour)), "/flags/f" + std::to_string(i)});
    return std::move(out_);
  }

 private:
  instant minutes_from_midnight(int64_t minutes) const {
    return plus_ms(midnight_, minutes * ms_per_minute);
  }

  int64_t minutes_now() const { return (now_.ms - midnight_.ms) / ms_per_minute; }

  size_t add_dataset(int64_t every, instant initial) {
    dataset_spec spec;
    spec.name = "d" + std::to_string(out_.datasets.size());
    spec.every_minutes = every;
    // Some instances lie before the first nominal time, so that offsets backwards have a meaning.
    spec.initial = plus_ms(initial, -every * ms_per_minute * luck_.between(0, 5));
    const uint64_t flag = luck_.below(4);
    if (flag == 0) spec.flag = "";
    if (flag == 1) spec.flag = "ready";
    out_.datasets.push_back(spec);
    return out_.datasets.size() - 1;
  }

  void add_input(coordinator_spec& spec) {
    std::vector<const coordinator_spec*> upstream;
    for (const coordinator_spec& one : out_.coordinators)
      if (one.output) upstream.push_back(&one);
    input_spec input;
    if (!upstream.empty() && luck_.hits(65)) {
      const coordinator_spec& from = *luck_.pick(upstream);
      input.dataset = *from.output;
      const bool calendars = !from.cron && !spec.cron;
      // Mostly what was surely made: the same window, or the instances of one's own period.
      if (calendars && luck_.hits(75)) {
        spec.start = from.start;
        const int64_t ratio = luck_.between(1, 3);
        spec.every_minutes = from.every_minutes * ratio;
        const int64_t whole = from.total() / ratio;
        spec.end =
            plus_ms(spec.start, std::max<int64_t>(1, whole) * spec.every_minutes * ms_per_minute);
        input.to = static_cast<int>(ratio) - 1;
        spec.inputs.push_back(input);
        return;
      }
    } else {
      input.dataset = add_dataset(luck_.hits(50) ? spec.every_minutes : 15, spec.start);
    }
    input.from = static_cast<int>(luck_.between(-2, 0));
    input.to = input.from + static_cast<int>(luck_.between(0, 2));
    if (luck_.hits(15)) {
      input.what = input_spec::kind::latest;
      input.from = static_cast<int>(luck_.between(0, 2));
    } else if (luck_.hits(15)) {
      input.what = input_spec::kind::future;
      input.from = static_cast<int>(luck_.between(0, 1));
      input.to = input.from + static_cast<int>(luck_.between(1, 3));
    }
    spec.inputs.push_back(input);
  }

  /// Some hours of the day, at minutes that are multiples of five.
  void make_cron(coordinator_spec& spec, int64_t days) {
    cron_spec cron;
    std::set<int> minutes;
    for (int64_t i = luck_.between(1, 3); i > 0; --i)
      minutes.insert(static_cast<int>(5 * luck_.between(0, 11)));
    cron.minutes.assign(minutes.begin(), minutes.end());
    cron.first_hour = static_cast<int>(luck_.between(0, 16));
    cron.last_hour = cron.first_hour + static_cast<int>(luck_.between(0, 7));
    spec.cron = cron;
    spec.every_minutes = 5;  // what its datasets go by
    spec.end = plus_ms(spec.start, luck_.between(1, days) * 12 * ms_per_hour);
    spec.end = std::max(spec.end, plus_ms(spec.nominal(1), ms_per_minute));
  }

  size_t add_coordinator() {
    static constexpr int64_t everies[]{5, 10, 15, 30, 60, 120, day_minutes};
    static constexpr int32_t timeouts[]{-1, 0,   5,   5,   30,
                                        30, 120, 120, 600, 600};  // -1: the most there is
    static constexpr int32_t slots[]{1, 1, 2, 3, 4, -1};
    static constexpr model::execution_order orders[]{
        model::execution_order::fifo, model::execution_order::fifo, model::execution_order::lifo,
        model::execution_order::last_only, model::execution_order::none};
    coordinator_spec spec;
    spec.name = "c" + std::to_string(out_.coordinators.size());
    spec.every_minutes = luck_.pick(everies);
    const int64_t count =
        spec.every_minutes == day_minutes ? luck_.between(0, 2) : luck_.between(0, 14);
    const int64_t first = luck_.hits(60) ? luck_.between(-12 * 12, 6) : luck_.between(0, 60);
    spec.start = minutes_from_midnight(5 * first);
    spec.end = plus_ms(spec.start, count * spec.every_minutes * ms_per_minute);
    if (count > 0 && luck_.hits(20)) spec.end = plus_ms(spec.end, ms_per_minute);
    if (luck_.hits(20)) make_cron(spec, 3);
    spec.timeout_written = luck_.pick(timeouts);
    spec.timeout_minutes =
        spec.timeout_written < 0 ? limits::timeout_minutes_max : spec.timeout_written;
    spec.concurrency = luck_.pick(slots);
    spec.throttle = luck_.hits(50) ? static_cast<int32_t>(luck_.between(1, 4)) : 12;
    spec.order = luck_.pick(orders);
    spec.workflow = luck_.pick(tops_);
    for (int64_t i = luck_.between(0, 2); i > 0; --i) add_input(spec);
    // Months of waiting would look at months of instances over and over.
    for (const input_spec& input : spec.inputs)
      if (input.what == input_spec::kind::latest && spec.timeout_written < 0)
        spec.timeout_written = spec.timeout_minutes = 120;
    spec.any_input = spec.inputs.size() > 1 && luck_.hits(25);
    if (luck_.hits(60)) {
      const size_t made = add_dataset(spec.every_minutes, spec.start);
      // A file operation of the workflow writes these two, a program whatever is asked for.
      if (out_.datasets[made].flag == "") out_.datasets[made].flag.reset();
      spec.output = made;
    }
    out_.coordinators.push_back(spec);
    return out_.coordinators.size() - 1;
  }

  std::string dataset_xml(size_t index) const {
    const dataset_spec& spec = out_.datasets[index];
    std::string every = "${coord:minutes(" + std::to_string(spec.every_minutes) + ")}";
    std::string out = "<dataset name=\"" + spec.name + "\" frequency=\"" + every +
                      "\" initial-instance=\"" + date_text(spec.initial) +
                      "\" timezone=\"UTC\"><uri-template>file:///data/" + spec.name +
                      "/${YEAR}${MONTH}${DAY}T${HOUR}${MINUTE}</uri-template>";
    if (spec.flag) out += "<done-flag>" + *spec.flag + "</done-flag>";
    return out + "</dataset>";
  }

  static std::string instances_xml(const input_spec& input) {
    const auto number = [](int n) { return std::to_string(n); };
    const auto current = [&](int n) { return "${coord:current(" + number(n) + ")}"; };
    switch (input.what) {
      case input_spec::kind::latest:
        return "<instance>${coord:latest(" + number(-input.from) + ")}</instance>";
      case input_spec::kind::future:
        return "<instance>${coord:future(" + number(input.from) + "," + number(input.to) +
               ")}</instance>";
      case input_spec::kind::current: break;
    }
    if (input.from == input.to) return "<instance>" + current(input.from) + "</instance>";
    return "<start-instance>" + current(input.from) + "</start-instance><end-instance>" +
           current(input.to) + "</end-instance>";
  }

  std::string events_xml(const coordinator_spec& spec) const {
    std::set<size_t> used;
    std::string inputs;
    for (size_t i = 0; i < spec.inputs.size(); ++i) {
      const input_spec& input = spec.inputs[i];
      used.insert(input.dataset);
      inputs += "<data-in name=\"in" + std::to_string(i) + "\" dataset=\"" +
                out_.datasets[input.dataset].name + "\">";
      inputs += instances_xml(input) + "</data-in>";
    }
    if (spec.output) used.insert(*spec.output);
    std::string out;
    for (const size_t index : used) out += dataset_xml(index);
    if (!out.empty()) out = "<datasets>" + out + "</datasets>";
    if (!inputs.empty()) out += "<input-events>" + inputs + "</input-events>";
    if (spec.any_input)
      out +=
          "<input-logic><or name=\"any\"><data-in dataset=\"in0\"/><data-in dataset=\"in1\"/>"
          "</or></input-logic>";
    if (spec.output)
      out += "<output-events><data-out name=\"made\" dataset=\"" +
             out_.datasets[*spec.output].name +
             "\"><instance>${coord:current(0)}</instance></data-out></output-events>";
    return out;
  }

  std::string frequency_of(const coordinator_spec& spec) {
    if (spec.cron) return spec.cron->text();
    if (spec.every_minutes == day_minutes && luck_.hits(50)) return "${coord:days(1)}";
    if (spec.every_minutes % 60 == 0 && luck_.hits(50))
      return "${coord:hours(" + std::to_string(spec.every_minutes / 60) + ")}";
    if (luck_.hits(20)) return std::to_string(spec.every_minutes);
    return "${coord:minutes(" + std::to_string(spec.every_minutes) + ")}";
  }

  void write_coordinator(const coordinator_spec& spec) {
    static constexpr const char* orders[]{"FIFO", "LIFO", "LAST_ONLY", "NONE"};
    std::string out = "file:///out/" + spec.name + "/${coord:nominalTime()}";
    std::string ready = out + "/_SUCCESS";
    if (spec.output) {
      out = "${coord:dataOut('made')}";
      ready = out + "/" + out_.datasets[*spec.output].flag.value_or("_SUCCESS");
    }
    files_.put(
        "/apps/" + spec.name + "/coordinator.xml",
        "<coordinator-app name=\"" + spec.name + "\" frequency=\"" + frequency_of(spec) +
            "\" start=\"" + date_text(spec.start) + "\" end=\"" + date_text(spec.end) +
            "\" timezone=\"UTC\" xmlns=\"uri:oozie:coordinator:" +
            (spec.any_input ? "0.5" : "0.4") + "\"><controls><timeout>" +
            std::to_string(spec.timeout_written) + "</timeout><concurrency>" +
            std::to_string(spec.concurrency) + "</concurrency><execution>" +
            orders[static_cast<size_t>(spec.order)] + "</execution><throttle>" +
            std::to_string(spec.throttle) + "</throttle></controls>" + events_xml(spec) +
            "<action><workflow><app-path>file:///apps/" + out_.workflows[spec.workflow].name +
            "</app-path><configuration>" + property("out", out) + property("ready", ready) +
            property("nominal", "${coord:nominalTime()}") +
            property("choice", std::to_string(luck_.below(3))) + property("mark", spec.name) +
            "</configuration></workflow></action></coordinator-app>\n");
  }

  void submit(app_spec app, const std::string& conf) {
    app.submit_at = plus_ms(now_, luck_.between(0, luck_.hits(70) ? 1'000 : 2 * ms_per_hour));
    std::string all = property("user.name", "joe") + conf;
    all += walk_rules(luck_, out_, app) + start_rules(luck_, app);
    app.conf_xml = "<configuration>" + all + "</configuration>";
    out_.apps.push_back(std::move(app));
  }

  void add_bundle() {
    app_spec app;
    app.kind = entity_kind::bundle;
    app.name = "b" + std::to_string(out_.apps.size());
    std::string members;
    for (int64_t i = luck_.between(1, 3); i > 0; --i) {
      const size_t index = add_coordinator();
      coordinator_spec& spec = out_.coordinators[index];
      spec.missing = luck_.hits(6);
      spec.critical = luck_.hits(30);
      if (!spec.missing) write_coordinator(spec);
      app.coordinators.push_back(index);
      members += "<coordinator name=\"" + spec.name + "\"" +
                 (spec.critical ? " critical=\"true\"" : "") + "><app-path>file:///apps/" +
                 spec.name + "</app-path></coordinator>";
    }
    std::string controls;
    if (luck_.hits(40))
      controls = "<controls><kick-off-time>" +
                 date_text(minutes_from_midnight(minutes_now() + luck_.between(-60, 240))) +
                 "</kick-off-time></controls>";
    files_.put("/apps/" + app.name + "/bundle.xml", "<bundle-app name=\"" + app.name +
                                                        "\" xmlns=\"uri:oozie:bundle:0.2\">" +
                                                        controls + members + "</bundle-app>\n");
    app.run = luck_.hits(40);
    submit(app, property("oozie.bundle.application.path", "file:///apps/" + app.name) +
                    error_rules(app));
  }

  /// What the bundle does about errors.
  std::string error_rules(app_spec& app) {
    std::string out;
    if (luck_.hits(30)) {
      app.retries_max = static_cast<uint32_t>(luck_.between(1, 3));
      out += property("oozie.bundle.retry.max", std::to_string(app.retries_max)) +
             property("oozie.bundle.retry.interval", std::to_string(luck_.between(0, 30)));
      app.retry_keeps_outputs = luck_.hits(50);
      if (app.retry_keeps_outputs) out += property("oozie.bundle.retry.nocleanup", "true");
    }
    app.pause_on_error = luck_.hits(15);
    if (app.pause_on_error) out += property("oozie.bundle.pause.on.error", "true");
    return out;
  }

  void add_coordinator_job() {
    app_spec app;
    app.kind = entity_kind::coordinator;
    app.coordinators.push_back(add_coordinator());
    const coordinator_spec& spec = out_.coordinators[app.coordinators.front()];
    write_coordinator(spec);
    app.name = spec.name;
    submit(app, property("oozie.coord.application.path", "file:///apps/" + spec.name));
  }

  void add_workflow_job() {
    app_spec app;
    app.kind = entity_kind::workflow;
    const bool rich = luck_.hits(60);
    const int levels = static_cast<int>(luck_.hits(70) ? luck_.between(1, 3) : 0);
    // One of its own, so that its job is found by its name.
    if (luck_.once_in(80))
      app.workflow = add_endless_workflow(out_, files_);
    else if (luck_.once_in(30))
      app.workflow =
          add_workflow(out_, luck_, files_, {luck_.between(50, 150), levels, 0, false, true}, true);
    else
      app.workflow = add_workflow(out_, luck_, files_,
                                  {rich ? luck_.between(8, 30) : 6, levels, 0, rich}, true);
    app.name = out_.workflows[app.workflow].name;
    app.run = luck_.hits(80);
    const std::string out = "file:///out/" + app.name;
    submit(app, property("oozie.wf.application.path", "file:///apps/" + app.name) +
                    property("out", out) + property("ready", out + "/_SUCCESS") +
                    property("choice", "1") + property("mark", app.name));
  }

  /// What no coordinator makes, the world makes at some time or, if nobody waits for ever, never.
  void add_arrivals() {
    std::set<size_t> made;
    for (const coordinator_spec& spec : out_.coordinators)
      if (spec.output) made.insert(*spec.output);
    std::set<std::string> planned;
    for (const coordinator_spec& spec : out_.coordinators) {
      for (uint32_t number = 1; number <= spec.total(); ++number) {
        for (const input_spec& input : spec.inputs)
          if (!made.contains(input.dataset)) add_arrivals_for(spec, number, input, planned);
      }
    }
  }

  void add_arrivals_for(const coordinator_spec& spec, uint32_t number, const input_spec& input,
                        std::set<std::string>& planned) {
    const dataset_spec& data = out_.datasets[input.dataset];
    const bool back = input.what == input_spec::kind::latest;
    for (int offset = back ? -input.from : input.from; offset <= (back ? 0 : input.to); ++offset) {
      const auto instance = data.instance(spec.nominal(number), offset);
      if (!instance || !planned.insert(data.ready_of(*instance)).second) continue;
      if (luck_.hits(spec.timeout_written < 0 ? 1 : 8)) continue;
      const instant from = std::max(now_, *instance);
      const int64_t late =
          luck_.hits(60) ? luck_.between(-2 * ms_per_hour, 0) : luck_.between(0, 5 * ms_per_hour);
      out_.arrivals.push_back({plus_ms(from, late), data.ready_of(*instance)});
    }
  }

  rehearsal::chance luck_;
  rehearsal::virtual_files& files_;
  instant now_;
  instant midnight_;
  population out_;
  std::vector<size_t> tops_;  ///< Workflows of coordinators.
};

}  // namespace

population generate(rehearsal::chance luck, instant now, rehearsal::virtual_files& files) {
  return generator(luck, now, files).run();
}

}  // namespace foliot::sim
