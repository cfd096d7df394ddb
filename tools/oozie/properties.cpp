#include "tools/oozie/properties.hpp"

#include <filesystem>

#include "tools/client/application.hpp"
#include "tools/oozie/failures.hpp"

namespace foliot::oozie {

namespace {

result<model::configuration> of_file(const std::string& file) {
  if (!file.ends_with(".properties") && !file.ends_with(".xml"))
    return broken("configuration must be a '.properties' or a '.xml' file");
  auto conf = client::given_properties(file, {});
  if (conf) return conf;
  failure why = std::move(conf).error();
  why.code = errc::io;
  why.oozie.clear();
  return why;
}

bool file_there(const command_line& line) {
  const auto file = line.value("config");
  std::error_code ignored;
  return file && std::filesystem::exists(*file, ignored);
}

/// "oozie.pig.options.size=2", "oozie.pig.options.0=..." and so on.
void set_strings(model::configuration& conf, const std::string& name,
                 const std::vector<std::string>& values) {
  if (values.empty()) return;
  conf[name + ".size"] = std::to_string(values.size());
  for (size_t i = 0; i < values.size(); ++i) conf[name + "." + std::to_string(i)] = values[i];
}

/// The first of `names` that is a property; fails with the first name when none is.
result<std::string> required(const model::configuration& conf,
                             const std::vector<std::string>& names) {
  for (const std::string& name : names)
    if (const auto found = conf.find(name); found != conf.end()) return found->second;
  return broken(names.front() + " is not specified in conf");
}

result<void> check_map_reduce(const model::configuration& conf) {
  struct part {
    const char* what;
    const char* name;
    const char* other_name;  ///< Empty: there is none.
  };
  for (const part& one : {part{"mapper", "mapred.mapper.class", "mapreduce.map.class"},
                          {"reducer", "mapred.reducer.class", "mapreduce.reduce.class"},
                          {"input dir", "mapred.input.dir", ""},
                          {"output dir", "mapred.output.dir", ""}}) {
    if (conf.contains(one.name) || conf.contains(one.other_name)) continue;
    std::string names = one.name;
    if (*one.other_name != 0) names += std::string(" or ") + one.other_name;
    return misused(std::string(one.what) + " (" + names + ") must be specified in conf");
  }
  return {};
}

result<void> complete(model::configuration& conf) {
  if (auto manager = required(conf, {"yarn.resourcemanager.address"}); !manager)
    return manager.error();
  const auto name_node = required(conf, {"fs.default.name", "fs.defaultFS"});
  if (!name_node) return name_node.error();
  auto libraries = required(conf, {"oozie.libpath"});
  if (!libraries) return broken("libpath is not specified in conf");
  if (libraries->find(":/") == std::string::npos) {
    if (!libraries->starts_with("/")) return broken("libpath should be absolute");
    conf["oozie.libpath"] = *name_node + libraries->substr(name_node->ends_with("/") ? 1 : 0);
  }
  conf["oozie.proxysubmission"] = "true";
  return {};
}

/// Takes "-Dname=value" out of what stands behind -X.
std::vector<std::string> passed_on(const command_line& line, model::configuration& conf) {
  std::vector<std::string> out;
  for (size_t i = 1; i < line.operands.size(); ++i) {
    const std::string& word = line.operands[i];
    const size_t equals = word.find('=');
    if (word.starts_with("-D") && equals != std::string::npos && equals > 2)
      conf[word.substr(2, equals - 2)] = word.substr(equals + 1);
    else
      out.push_back(word);
  }
  return out;
}

result<void> add_script(const command_line& line, const std::string& kind,
                        model::configuration& conf) {
  auto script = client::file_text(*line.value("file"));
  if (!script) return broken(script.error().sentence + ": " + *line.value("file"));
  conf["oozie." + kind + ".script"] = std::move(*script);
  set_strings(conf, "oozie." + kind + ".options", passed_on(line, conf));
  std::vector<std::string> parameters;
  for (const auto& [name, value] : line.pairs("P")) parameters.push_back(name + "=" + value);
  set_strings(conf, "oozie." + kind + ".params", parameters);
  return {};
}

void add_sqoop(const command_line& line, model::configuration& conf) {
  std::string words;
  for (const std::string& word : line.values("command"))
    words += (words.empty() ? "" : "\n") + word;
  conf["oozie.sqoop.command"] = words;
  set_strings(conf, "oozie.sqoop.options", passed_on(line, conf));
}

result<void> check_operands(const command_line& line, const std::string& kind) {
  if (!line.operands.empty() && line.operands.front() != "-X")
    return misused("Unrecognized option: " + line.operands.front() + " Expecting -X");
  if ((kind == "pig" || kind == "hive") && !line.has("file"))
    return misused("Need to specify -file <scriptfile>");
  if (kind == "sqoop" && !line.has("command")) return misused("Need to specify -command");
  if (kind != "mapreduce" && !line.has("config"))
    return misused("Need to specify -config <configfile>");
  return {};
}

}  // namespace

bool has_configuration(const command_line& line) { return line.has("D") || file_there(line); }

result<model::configuration> job_configuration(const command_line& line, const std::string& user) {
  const auto file = line.value("config");
  // Oozie's client does not tell a file that is not there from none, unless -D says what to do.
  if (!has_configuration(line)) return broken("configuration is not specified");
  if (file && !file_there(line)) return broken("configuration file [" + *file + "] not found");
  auto given = file ? of_file(*file) : result<model::configuration>(model::configuration{});
  if (!given) return given;
  given->try_emplace("user.name", user);
  for (const auto& [name, value] : line.pairs("D")) {
    if (name.empty()) return misused("-D =" + value + " gives a value to no property");
    (*given)[name] = value;
  }
  return given;
}

result<model::configuration> proxy_configuration(const command_line& line, const std::string& kind,
                                                 const std::string& user) {
  if (auto checked = check_operands(line, kind); !checked) return checked.error();
  auto conf = job_configuration(line, user);
  if (!conf) return conf;
  if (kind == "mapreduce")
    if (auto whole = check_map_reduce(*conf); !whole) return whole.error();
  if (auto done = complete(*conf); !done) return done.error();
  if (kind == "mapreduce") return conf;
  if (kind == "sqoop") {
    add_sqoop(line, *conf);
  } else if (auto added = add_script(line, kind, *conf); !added) {
    return added.error();
  }
  return conf;
}

}  // namespace foliot::oozie
