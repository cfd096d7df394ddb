#include "store/job_members.hpp"

#include <algorithm>
#include <iterator>

#include "base/like.hpp"
#include "store/keys.hpp"

namespace foliot::store {

namespace {

constexpr uint16_t partition = partition_default;

/// Users or names that are walked beside each other where a text is part of them; more of them are
/// cheaper to read in one pass over the index.
constexpr size_t texts_merged_max = 64;

}  // namespace

filter_member filter_members::users(const std::set<std::string>& alternatives) const {
  filter_member out;
  for (const std::string& user : alternatives) {
    std::string prefix = by_user_prefix(partition, user, kind_);
    const auto rows = count(table::by_user, prefix);
    out.add(table::by_user, std::move(prefix), rows);
  }
  return out;
}

filter_member filter_members::names(const std::set<std::string>& alternatives) const {
  filter_member out;
  for (const std::string& name : alternatives) {
    std::string prefix = by_name_prefix(partition, kind_, name);
    const auto rows = count(table::by_name, prefix);
    out.add(table::by_name, std::move(prefix), rows);
  }
  return out;
}

filter_member filter_members::states(const std::set<model::status>& alternatives) const {
  filter_member out;
  for (const model::status state : alternatives) {
    std::string prefix = by_status_prefix(partition, kind_, state);
    const auto rows = count(table::by_status, prefix);
    out.add(table::by_status, std::move(prefix), rows);
  }
  return out;
}

filter_member filter_members::everything() const {
  filter_member out;
  out.add(table::by_created, by_created_prefix(partition, kind_),
          counts_ == nullptr ? std::nullopt : counts_->of(kind_));
  return out;
}

std::optional<filter_members::texts_found> filter_members::holding_text(table where) const {
  texts_found out;
  bool follows = false;
  const auto note = [&](const std::string& text, const std::string& prefix) {
    const bool holds = holds_like(text, filter_.text);
    if (holds) {
      out.texts.insert(text);
      if (!follows) out.rows.push_back({where, prefix, {}});
      out.rows.back().to = prefix_end(prefix);
    }
    follows = holds;
  };
  if (counts_ == nullptr || !counts_->each(where, kind_, note)) return std::nullopt;
  return out;
}

/// Where only names hold the text, or only users, it means some of these.
filter_member filter_members::text(bool is_id) const {
  filter_member out;
  out.is_text = true;
  out.rows = std::nullopt;
  auto of_names = holding_text(table::by_name);
  auto of_users = holding_text(table::by_user);
  const auto look_through = [&](table where, std::optional<texts_found>& found) {
    auto& to = out.looked_through;
    if (!found)
      to.push_back(all_texts(where, kind_));
    else
      std::move(found->rows.begin(), found->rows.end(), std::back_inserter(to));
  };
  look_through(table::by_name, of_names);
  look_through(table::by_user, of_users);
  if (is_id || !of_names || !of_users) return out;
  const std::set<std::string>& name_texts = of_names->texts;
  const std::set<std::string>& user_texts = of_users->texts;
  if (user_texts.empty() && name_texts.size() <= texts_merged_max) return names(name_texts);
  if (name_texts.empty() && user_texts.size() <= texts_merged_max) return users(user_texts);
  const auto rows_of_names = names(name_texts).rows;
  const auto rows_of_users = users(user_texts).rows;
  if (rows_of_names && rows_of_users) out.rows = *rows_of_names + *rows_of_users;
  return out;
}

std::vector<filter_member> filter_members::narrowing(bool text_is_id) const {
  std::vector<filter_member> out;
  if (!filter_.users.empty()) out.push_back(users({filter_.users.begin(), filter_.users.end()}));
  if (!filter_.names.empty()) out.push_back(names({filter_.names.begin(), filter_.names.end()}));
  if (!filter_.states.empty())
    out.push_back(states({filter_.states.begin(), filter_.states.end()}));
  if (!filter_.text.empty()) out.push_back(text(text_is_id));
  if (out.empty()) out.push_back(everything());
  return out;
}

std::optional<filter_member> filter_members::others(const filter_member& of) const {
  const auto all = counts_->of(kind_);
  if (!all || of.is_text || !of.rows || *of.rows <= *all - std::min(*all, *of.rows))
    return std::nullopt;
  std::set<std::string> held;
  for (const index_range& range : of.ranges) held.insert(range.prefix);
  std::vector<std::string> left;
  const auto note = [&](const std::string&, const std::string& prefix) {
    if (!held.contains(prefix)) left.push_back(prefix);
  };
  const table where = of.ranges.front().where;
  if (where == table::by_status)
    for (size_t i = 0; i < model::status_count; ++i)
      note("", by_status_prefix(partition, kind_, static_cast<model::status>(i)));
  else if (!counts_->each(where, kind_, note))
    return std::nullopt;
  if (left.size() > texts_merged_max) return std::nullopt;
  filter_member out;
  for (std::string& prefix : left) {
    const auto rows = count(where, prefix);
    out.add(where, std::move(prefix), rows);
  }
  return out;
}

}  // namespace foliot::store
