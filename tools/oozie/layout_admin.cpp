// What the server says of itself.
#include <map>
#include <nlohmann/json.hpp>

#include "base/java_order.hpp"
#include "tools/oozie/layout.hpp"

namespace foliot::oozie {

using nlohmann::json;

namespace {

const std::string stars = std::string(42, '*') + "\n";

std::string queue_part(const json& entries, const char* name, const char* empty) {
  if (entries.empty()) return std::string(empty) + "\n";
  std::string out;
  for (const json& one : entries) out += or_null(one, name) + "\n";
  return out;
}

/// "COUNTERS" and a line of as many dashes.
std::string heading(const std::string& text) {
  return text + "\n" + std::string(text.size(), '-') + "\n";
}

/// A floating number as Java's Double.toString has it, for what JSON wrote as one.
std::string number(const json& of, const char* name) {
  const std::string text = or_null(of, name);
  if (text == "null" || text.find_first_of(".eE\"") != std::string::npos) return text;
  return text + ".0";
}

std::string statistics(const json& of) {
  std::string out;
  const auto line = [&](const char* title, const std::string& value) {
    out += "\t" + std::string(title) + " : " + value + "\n";
  };
  line("999th percentile", number(of, "p999"));
  line("99th percentile", number(of, "p99"));
  line("98th percentile", number(of, "p98"));
  line("95th percentile", number(of, "p95"));
  line("75th percentile", number(of, "p75"));
  line("50th percentile", number(of, "p50"));
  line("mean", number(of, "mean"));
  line("max", number(of, "max"));
  line("min", number(of, "min"));
  line("count", or_null(of, "count"));
  line("standard deviation", number(of, "stddev"));
  return out;
}

std::string rates(const json& of) {
  std::string out;
  const auto line = [&](const char* title, const std::string& value) {
    out += "\t" + std::string(title) + " : " + value + "\n";
  };
  line("15 minute rate", number(of, "m15_rate"));
  line("5 minute rate", number(of, "m5_rate"));
  line("1 minute rate", number(of, "m1_rate"));
  line("mean rate", number(of, "mean_rate"));
  line("duration units", or_null(of, "duration_units"));
  line("rate units", or_null(of, "rate_units"));
  return out;
}

/// The entries of the object in the member `name`, sorted by name.
std::map<std::string, json> entries(const json& of, const char* name) {
  if (!of.contains(name) || !of[name].is_object()) return {};
  return of[name].get<std::map<std::string, json>>();
}

/// The entries of old counters below `name`, by "GROUP.NAME".
std::map<std::string, json> grouped(const json& answer, const char* name) {
  std::map<std::string, json> out;
  for (const json& one : list(answer, name))
    for (const json& entry : list(one, "data"))
      out[or_null(one, "group") + "." + or_null(entry, "name")] = entry;
  return out;
}

std::string old_timer(const json& of) {
  std::string out;
  const auto line = [&](const char* title, const std::string& value) {
    out += "\t" + std::string(title) + " : " + value + "\n";
  };
  line("own time standard deviation", number(of, "ownTimeStdDev"));
  line("own average time", or_null(of, "ownTimeAvg"));
  line("own max time", or_null(of, "ownMaxTime"));
  line("own min time", or_null(of, "ownMinTime"));
  line("total time standard deviation", number(of, "totalTimeStdDev"));
  line("total average time", or_null(of, "totalTimeAvg"));
  line("total max time", or_null(of, "totalMaxTime"));
  line("total min time", or_null(of, "totalMinTime"));
  line("ticks", or_null(of, "ticks"));
  return out;
}

/// The entries of one server's update.
std::string update_lines(const json& of) {
  std::vector<std::string> names;
  for (const auto& [name, value] : of.items()) names.push_back(name);
  std::string out;
  for (const std::string& name : java_order(std::move(names)))
    out += "\t" + name + " = " + or_null(of, name.c_str()) + "\n";
  return out + "\n";
}

}  // namespace

std::string pairs_text(const json& answer) {
  std::string out;
  if (!answer.is_object()) return out;
  for (const auto& [name, value] : answer.get<std::map<std::string, json>>())
    out += name + " : " + or_null(answer, name.c_str()) + "\n";
  return out;
}

std::string queue_text(const json& answer) {
  return stars + "[Server Queue Dump]:\n" +
         queue_part(list(answer, "queueDump"), "callableDump",
                    "The queue dump is empty, nothing to display.") +
         stars + "[Server Uniqueness Map Dump]:\n" +
         queue_part(list(answer, "uniqueMapDump"), "uniqueEntryDump",
                    "The uniqueness map dump is empty, nothing to display.") +
         stars;
}

std::string metrics_text(const json& answer) {
  std::string out = heading("COUNTERS");
  for (const auto& [name, one] : entries(answer, "counters"))
    out += name + " : " + or_null(one, "count") + "\n";
  out += "\n" + heading("GAUGES");
  for (const auto& [name, one] : entries(answer, "gauges"))
    out += name + " : " + or_null(one, "value") + "\n";
  out += "\n" + heading("TIMERS");
  for (const auto& [name, one] : entries(answer, "timers"))
    out += name + "\n" + statistics(one) + rates(one);
  out += "\n" + heading("HISTOGRAMS");
  for (const auto& [name, one] : entries(answer, "histograms"))
    out += name + "\n" + statistics(one);
  return out;
}

std::string instrumentation_text(const json& answer) {
  std::string out = heading("COUNTERS");
  for (const auto& [name, one] : grouped(answer, "counters"))
    out += name + " : " + or_null(one, "value") + "\n";
  out += "\n" + heading("VARIABLES");
  for (const auto& [name, one] : grouped(answer, "variables"))
    out += name + " : " + or_null(one, "value") + "\n";
  // These two lines of dashes are as long as the one before, whatever stands above them.
  out += "\nSAMPLERS\n---------\n";
  for (const auto& [name, one] : grouped(answer, "samplers"))
    out += name + " : " + number(one, "value") + "\n";
  out += "\nTIMERS\n---------\n";
  for (const auto& [name, one] : grouped(answer, "timers")) out += name + "\n" + old_timer(one);
  return out;
}

std::string libraries_text(const json& answer) {
  std::string out = "[Available ShareLib]\n";
  if (!answer.contains("sharelib") || !answer["sharelib"].is_array()) return out + "null\n";
  for (const json& one : answer["sharelib"]) {
    out += or_null(one, "name") + "\n";
    for (const json& file : list(one, "files"))
      if (file.is_string()) out += "\t" + file.get<std::string>() + "\n";
  }
  return out + "\n";
}

std::string library_update_text(const json& answer) {
  std::string out = "[ShareLib update status]\n";
  const json& update = answer.contains("sharelibUpdate") ? answer["sharelibUpdate"] : answer;
  if (update.is_array()) {
    for (const json& one : update)
      out += update_lines(one.contains("sharelibUpdate") ? one["sharelibUpdate"] : one);
  } else if (update.is_object()) {
    out += update_lines(update);
  }
  return out + "\n";
}

std::string build_text(const json& answer) {
  const json build = answer.contains("buildInfo") ? answer["buildInfo"] : json::object();
  std::vector<std::string> names;
  for (const auto& [name, value] : build.items()) names.push_back(name);
  std::string out;
  for (const std::string& name : java_order(std::move(names)))
    out += (out.empty() ? "" : ",") + json(name).dump() + ":" +
           json(or_null(build, name.c_str())).dump();
  std::string escaped;
  for (const char c : out) escaped += c == '/' ? std::string("\\/") : std::string(1, c);
  return "Oozie server build version: {" + escaped + "}\n";
}

}  // namespace foliot::oozie
