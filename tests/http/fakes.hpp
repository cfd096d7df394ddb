// Hand-written forms of the ports that http/ calls: an engine with a few jobs in memory.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/hash.hpp"
#include "base/ids.hpp"
#include "base/like.hpp"
#include "http/commands.hpp"
#include "model/reader.hpp"

namespace foliot::testing {

inline constexpr hash128 bundle_hash{1, 1};
inline constexpr hash128 coordinator_hash{2, 2};
inline constexpr hash128 workflow_hash{3, 3};

/// Every minute of 2026-01-05, made by hand: instant of hh:mm.
constexpr instant at(int hour, int minute) {
  constexpr int64_t day_ms = 1767571200000;  // 2026-01-05T00:00Z
  return instant{day_ms + hour * ms_per_hour + minute * ms_per_minute};
}

class fixed_clock final : public wall_clock {
 public:
  instant now() const override { return at(3, 0); }
};

/// Jobs, definitions and journal that tests put in.
class fake_reader final : public model::reader {
 public:
  fake_reader() { ids_.add(1, {"260105030000000", "foliot"}); }

  const wire_ids& ids() const override { return ids_; }

  result<std::optional<entity_id>> locate(entity_kind kind, job_number job) const override {
    if (broken) return *broken;
    for (const auto& [id, record] : records)
      if (id.kind == kind && id.job == job) return std::optional<entity_id>{id};
    return std::optional<entity_id>{};
  }

  result<std::optional<model::any_record>> record(const entity_id& id) const override {
    if (broken) return *broken;
    const auto found = records.find(id);
    if (found == records.end()) return std::optional<model::any_record>{};
    return std::optional<model::any_record>{found->second};
  }

  result<model::job_page> jobs(entity_kind kind, const model::job_filter& filter, uint64_t offset,
                               uint64_t length) const override {
    if (broken) return *broken;
    last_filter = filter;
    last_offset = offset;
    last_length = length;
    model::job_page page;
    for (auto one = records.rbegin(); one != records.rend(); ++one) {
      if (one->first.kind != kind || !matches(filter, one->first, one->second)) continue;
      if (filter.keep) {
        const auto kept = filter.keep(one->first, one->second);
        if (!kept) return kept.error();
        if (!*kept) continue;
      }
      ++page.total;
      if (page.total > offset && page.rows.size() < length)
        page.rows.push_back({one->first, one->second});
    }
    return page;
  }

  result<std::optional<entity_id>> find_external(entity_kind kind, std::string_view external_id,
                                                 std::string_view user) const override {
    if (broken) return *broken;
    for (const auto& [name, id] : externals)
      if (id.kind == kind && name.first == external_id && (user.empty() || name.second == user))
        return std::optional<entity_id>{id};
    return std::optional<entity_id>{};
  }

  result<void> actions(
      const entity_id& coordinator, uint32_t first, uint64_t length,
      const std::function<bool(uint32_t, const model::action_record&)>& visit) const override {
    for (const auto& [id, record] : records) {
      if (id.kind != entity_kind::action || id.job != coordinator.job || id.number < first)
        continue;
      if (length-- == 0 || !visit(id.number, std::get<model::action_record>(record))) break;
    }
    return {};
  }

  result<std::vector<entity_id>> children(const entity_id& parent) const override {
    std::vector<entity_id> out;
    for (const auto& [id, record] : records) {
      if (id.kind == entity_kind::coordinator && parent.kind == entity_kind::bundle)
        out.push_back(id);
      const auto* workflow = std::get_if<model::workflow_record>(&record);
      if (workflow != nullptr && workflow->parent.job == parent.job) out.push_back(id);
    }
    return out;
  }

  result<std::optional<model::definition_text>> definition(job_number,
                                                           const hash128& hash) const override {
    const auto found = texts.find(hash);
    if (found == texts.end()) return std::optional<model::definition_text>{};
    return std::optional<model::definition_text>{found->second};
  }

  result<void> journal(
      job_number, uint64_t from,
      const std::function<bool(const model::journal_entry&)>& visit) const override {
    for (const model::journal_entry& entry : entries)
      if (entry.sequence >= from && !visit(entry)) break;
    return {};
  }

  result<std::optional<model::quarantine_note>> quarantined(const entity_id& id) const override {
    if (note && note->entity == id) return note;
    return std::optional<model::quarantine_note>{};
  }

  result<void> audit(job_number before,
                     const std::function<bool(const model::audit_entry&)>& visit) const override {
    for (auto one = audited.rbegin(); one != audited.rend(); ++one)
      if (one->number < before && !visit(*one)) break;
    return {};
  }

  std::vector<model::audit_entry> audited;  ///< Oldest first.
  std::map<entity_id, model::any_record> records;
  std::map<hash128, model::definition_text> texts;
  std::multimap<std::pair<std::string, std::string>, entity_id> externals;  ///< (id, user).
  std::vector<model::journal_entry> entries;
  std::optional<model::quarantine_note> note;
  std::optional<failure> broken;  ///< Set: every look-up fails like this.
  mutable model::job_filter last_filter;
  mutable uint64_t last_offset = 0;
  mutable uint64_t last_length = 0;

 private:
  static bool matches(const model::job_filter& filter, const entity_id& id,
                      const model::any_record& record) {
    const auto has = [](const auto& wanted, const auto& value) {
      return wanted.empty() || std::find(wanted.begin(), wanted.end(), value) != wanted.end();
    };
    return std::visit(
        [&](const auto& job) {
          if constexpr (std::is_same_v<std::decay_t<decltype(job)>, model::action_record>)
            return false;
          else
            return has(filter.ids, id.job) && has(filter.names, job.name) &&
                   has(filter.users, job.user) && has(filter.states, job.state) &&
                   (!filter.from || job.created >= *filter.from) &&
                   (!filter.until || job.created <= *filter.until) &&
                   holds_like(job.name, filter.text);
        },
        record);
  }

  wire_ids ids_;
};

class fake_definitions final : public model::definitions {
 public:
  result<std::shared_ptr<const model::bundle_definition>> bundle(
      const model::definition_text&) const override {
    return bundle_;
  }
  result<std::shared_ptr<const model::coordinator_definition>> coordinator(
      const model::definition_text&) const override {
    if (coordinator_refusal) return *coordinator_refusal;
    return coordinator_;
  }
  result<std::shared_ptr<const model::workflow_definition>> workflow(
      const model::definition_text&) const override {
    return workflow_;
  }

  std::shared_ptr<const model::bundle_definition> bundle_;
  std::shared_ptr<const model::coordinator_definition> coordinator_;
  std::shared_ptr<const model::workflow_definition> workflow_;
  std::optional<failure> coordinator_refusal;
};

/// Keeps what was asked; answers when the test says so.
class fake_commands final : public http::commands {
 public:
  struct asked {
    std::string conf_xml;
    entity_id job;
    std::optional<model::order> order;
    http::requester who;
    bool run = false;
    bool dry_run = false;
  };

  void submit(std::string conf_xml, http::requester who, bool run,
              std::function<void(result<http::submitted>)> done) override {
    calls.push_back({std::move(conf_xml), {}, std::nullopt, std::move(who), run, false});
    submissions.push_back(std::move(done));
  }
  void dry_run(std::string conf_xml, http::requester who,
               std::function<void(result<http::submitted>)> done) override {
    calls.push_back({std::move(conf_xml), {}, std::nullopt, std::move(who), false, true});
    submissions.push_back(std::move(done));
  }
  void update(const entity_id& job, std::string conf_xml, http::requester who, bool dry_run,
              std::function<void(result<http::submitted>)> done) override {
    calls.push_back({std::move(conf_xml), job, std::nullopt, std::move(who), false, dry_run});
    submissions.push_back(std::move(done));
  }
  void order(const entity_id& job, model::order what, http::requester who,
             std::function<void(result<model::order_reply>)> done) override {
    calls.push_back({"", job, std::move(what), std::move(who), false, false});
    orders.push_back(std::move(done));
  }
  void rerun(const entity_id& job, std::string conf_xml, http::requester who,
             std::function<void(result<model::order_reply>)> done) override {
    calls.push_back({std::move(conf_xml), job, std::nullopt, std::move(who), false, false});
    orders.push_back(std::move(done));
  }
  void bulk(http::bulk_request what, http::requester who,
            std::function<void(result<model::audit_entry>)> done) override {
    bulk_asked.emplace_back(std::move(what), std::move(who));
    bulk_done.push_back(std::move(done));
  }
  void datasets_ready(std::vector<std::string> uris, http::requester who,
                      std::function<void(result<http::announced>)> done) override {
    told.emplace_back(std::move(uris), std::move(who));
    done(http::announced{1, 3});
  }

  std::vector<asked> calls;
  std::vector<std::pair<http::bulk_request, http::requester>> bulk_asked;
  std::vector<std::function<void(result<model::audit_entry>)>> bulk_done;
  std::vector<std::pair<std::vector<std::string>, http::requester>> told;
  std::vector<std::function<void(result<http::submitted>)>> submissions;
  std::vector<std::function<void(result<model::order_reply>)>> orders;
};

}  // namespace foliot::testing
