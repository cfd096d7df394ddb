// Where the configurations of Hadoop clusters are, as a setting.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace foliot {

/// A cluster's "host:port", in small letters, or "*" for all others, and the directory of its
/// *-site.xml files (Oozie: oozie.service.HadoopAccessorService.hadoop.configurations).
using hadoop_clusters = std::map<std::string, std::string, std::less<>>;

/// `authority` as a key of hadoop_clusters.
std::string cluster_name(std::string_view authority);

/// Reads "host:port=/etc/one,*=/etc/other"; empty: none. Fails with bad_input for an entry without
/// '=', one that is given twice and a directory that is not absolute.
result<hadoop_clusters> parse_hadoop_clusters(std::string_view text);

}  // namespace foliot
