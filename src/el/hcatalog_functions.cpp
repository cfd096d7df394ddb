// The functions of coordinators about HCatalog's tables and partitions (coordinator.md 4.3).
#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>
#include <vector>

#include "el/function.hpp"
#include "el/hcatalog_uri.hpp"

namespace foliot::el {
namespace {

found known(value held) { return std::optional<value>(std::move(held)); }

/// What a function can say at once: its event's URIs are there, or it is written out again.
struct uris_found {
  std::vector<hcatalog_uri> uris;
  std::optional<std::string> written;
};

bool about_input(const call& of) { return of.rule.name.find("In") != std::string_view::npos; }

/// "${coord:databaseIn('A')}". Oozie writes dataInPartitionMax out as dataInPartitionMin.
std::string written_again(const call& of) {
  std::string text = written_out(of);
  constexpr std::string_view max = "coord:dataInPartitionMax";
  if (of.in.reading == dialect::oozie && of.rule.name == max) {
    text.replace(max.size() - 3, 3, "Min");
  }
  return "${" + text + "}";
}

result<uris_found> uris_of(const call& of) {
  const auto* job = of.in.coordinator;
  if (job == nullptr) return of.without_context();
  const bool input = about_input(of);
  const auto event = input ? job->data_in(of.text(0)) : job->data_out(of.text(0));
  if (!event) {
    return of.wrong(std::string("there is no ") + (input ? "data-in" : "data-out") + " event '" +
                    of.text(0).substr(0, 100) + "'");
  }
  uris_found made;
  if (!event->resolved) {
    made.written = written_again(of);
    return made;
  }
  std::string_view rest = event->uris;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(','), rest.size());
    auto one = parse_hcatalog(rest.substr(0, end));
    if (!one) return of.because(std::move(one).error());
    made.uris.push_back(*std::move(one));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (made.uris.empty()) {
    return of.wrong("event '" + of.text(0).substr(0, 100) + "' has no instance",
                    "Give the dataset an earlier initial-instance");
  }
  return made;
}

/// Calls `text_of` with the URIs of the event, unless the call is written out again.
template <class TextOf>
found with_uris(const call& of, const TextOf& text_of) {
  const auto made = uris_of(of);
  if (!made) return made.error();
  if (made->written) return known(*made->written);
  return text_of(made->uris);
}

using uris = std::vector<hcatalog_uri>;

found database(const call& of) {
  return with_uris(of, [](const uris& all) { return known(all.front().database); });
}

found table(const call& of) {
  return with_uris(of, [](const uris& all) { return known(all.front().table); });
}

bool is_pig(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text == "pig";
}

/// (k='v' AND k2='v2') OR (...), for Pig with ==.
found partition_filter(const call& of) {
  return with_uris(of, [&](const uris& all) {
    const char* equals = is_pig(of.text(1)) ? "==" : "=";
    std::string text;
    for (const hcatalog_uri& each : all) {
      text += text.empty() ? "(" : " OR (";
      bool first = true;
      for (const auto& [key, held] : each.partition) {
        text += (first ? "" : " AND ") + key + equals + "'" + held + "'";
        first = false;
      }
      text += ")";
    }
    return known(std::move(text));
  });
}

failure no_key(const call& of) {
  return of.wrong("event '" + of.text(0).substr(0, 100) + "' has no partition key '" +
                      of.text(1).substr(0, 100) + "'",
                  "Name a key of its uri-template");
}

/// The smallest or largest text among the values of one key.
found partition_edge(const call& of, bool largest) {
  return with_uris(of, [&](const uris& all) -> found {
    const std::string* best = nullptr;
    for (const hcatalog_uri& each : all) {
      const std::string* held = each.find(of.text(1));
      if (held == nullptr) return no_key(of);
      if (best == nullptr || (largest ? *held > *best : *held < *best)) best = held;
    }
    return known(*best);
  });
}

found partition_min(const call& of) { return partition_edge(of, false); }
found partition_max(const call& of) { return partition_edge(of, true); }

/// 'k=v,k2=v2' with the quotes.
found out_partitions(const call& of) {
  return with_uris(of, [](const uris& all) {
    std::string text = "'";
    for (const auto& [key, held] : all.front().partition) {
      text += (text.size() > 1 ? "," : "") + key + "=" + held;
    }
    return known(text + "'");
  });
}

found out_partition_value(const call& of) {
  return with_uris(of, [&](const uris& all) {
    const std::string* held = all.front().find(of.text(1));
    return held == nullptr ? known(value()) : known(*held);
  });
}

/// k='v',k2='v2' for Hive's export statement.
found in_partitions(const call& of) {
  return with_uris(of, [&](const uris& all) -> found {
    if (of.text(1) != "hive-export") {
      return of.wrong("there is no type '" + of.text(1).substr(0, 100) + "'",
                      "Write 'hive-export'");
    }
    if (all.size() > 1) {
      return of.wrong("hive-export takes one partition, event '" + of.text(0).substr(0, 100) +
                          "' has " + std::to_string(all.size()),
                      "Give the event one instance");
    }
    std::string text;
    for (const auto& [key, held] : all.front().partition) {
      text += (text.empty() ? "" : ",") + key + "='" + held + "'";
    }
    return known(std::move(text));
  });
}

constexpr std::array<std::pair<std::string_view, implementation>, 10> functions{{
    {"coord:dataInPartitionFilter", partition_filter},
    {"coord:dataInPartitionMax", partition_max},
    {"coord:dataInPartitionMin", partition_min},
    {"coord:dataInPartitions", in_partitions},
    {"coord:dataOutPartitionValue", out_partition_value},
    {"coord:dataOutPartitions", out_partitions},
    {"coord:databaseIn", database},
    {"coord:databaseOut", database},
    {"coord:tableIn", table},
    {"coord:tableOut", table},
}};

}  // namespace

implementation find_hcatalog_function(std::string_view name) {
  const auto* at = std::find_if(functions.begin(), functions.end(),
                                [&](const auto& each) { return each.first == name; });
  return at == functions.end() ? nullptr : at->second;
}

}  // namespace foliot::el
