// What hadoop:conf answers: the configuration files of the clusters that workflows name.
#pragma once

#include <string>

#include "base/hadoop_clusters.hpp"
#include "el/value.hpp"
#include "exec/file_port.hpp"

namespace foliot::actors {

/// The property `name` of the cluster `authority`; where its files do not set it, of "*"; else "".
/// Answers el::unanswerable when no directory is known for the cluster, or a file cannot be read.
el::value cluster_property(const exec::file_port& files, const hadoop_clusters& clusters,
                           const std::string& authority, const std::string& name);

}  // namespace foliot::actors
