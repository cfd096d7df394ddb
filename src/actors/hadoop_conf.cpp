#include "actors/hadoop_conf.hpp"

#include <array>
#include <utility>

#include "base/limits.hpp"
#include "el/facts.hpp"
#include "parse/configuration.hpp"

namespace foliot::actors {

namespace {

// As Hadoop's clients read them; what a later one says wins.
constexpr std::array<const char*, 5> site_files{"core-site.xml", "hdfs-site.xml", "mapred-site.xml",
                                                "yarn-site.xml", "hadoop-site.xml"};

/// All properties of a directory's files; files that are not there say nothing.
result<model::configuration> read_directory(const exec::file_port& files,
                                            const std::string& directory) {
  model::configuration out;
  for (const char* each : site_files) {
    const std::string path = directory + "/" + each;
    auto text = files.read(path, limits::definition_bytes_max);
    if (!text && text.error().code == errc::not_found) continue;
    auto conf = text ? parse::read_configuration(path, std::move(*text))
                     : result<model::configuration>(std::move(text).error());
    if (!conf) return std::move(conf).error();
    for (auto& [name, value] : *conf) out.insert_or_assign(name, std::move(value));
  }
  return parse::resolved(out);
}

}  // namespace

el::value cluster_property(const exec::file_port& files, const hadoop_clusters& clusters,
                           const std::string& authority, const std::string& name) {
  bool known = false;
  for (const std::string& who : {cluster_name(authority), std::string("*")}) {
    const auto found = clusters.find(who);
    if (found == clusters.end()) continue;
    known = true;
    const auto conf = read_directory(files, found->second);
    if (!conf) return el::unanswerable(conf.error());
    const auto value = conf->find(name);
    if (value != conf->end() && !value->second.empty()) return value->second;
  }
  if (known) return "";
  return el::unanswerable({errc::unsupported,
                           "nothing is known of the configuration of cluster '" + authority + "'",
                           "", "",
                           "Name the directory of its *-site.xml files in hadoop_conf of "
                           "foliot.toml"});
}

}  // namespace foliot::actors
