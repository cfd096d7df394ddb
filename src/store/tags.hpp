// What is frozen of everything that is stored: the ranges of enumerations, the numbers of
// alternatives, and how many members each struct has. Never renumber.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <variant>

#include "base/ids.hpp"
#include "el/facts.hpp"
#include "model/journal.hpp"
#include "model/reader.hpp"
#include "store/archive.hpp"

namespace foliot::store {

// -- enumerations -------------------------------------------------------------------------------

template <>
struct enum_range<entity_kind> {
  static constexpr uint8_t first = 0, last = 4;
};
template <>
struct enum_range<model::status> {
  static constexpr uint8_t first = 0, last = 19;
};
template <>
struct enum_range<model::node_status> {
  static constexpr uint8_t first = 1, last = 9;
};
template <>
struct enum_range<model::program_source> {
  static constexpr uint8_t first = 0, last = 2;
};
template <>
struct enum_range<dialect> {
  static constexpr uint8_t first = 0, last = 1;
};
template <>
struct enum_range<model::bulk_outcome> {
  static constexpr uint8_t first = 0, last = 3;
};
template <>
struct enum_range<model::member_order> {
  static constexpr uint8_t first = 0, last = 2;
};
template <>
struct enum_range<model::workflow_events::run_end> {
  static constexpr uint8_t first = 1, last = 5;
};
static_assert(enum_range<model::status>::last + 1 == model::status_count,
              "a status was added: is the record version raised?");
static_assert(static_cast<uint8_t>(model::status::succeeded) == 4 &&
                  static_cast<uint8_t>(model::status::waiting) == 15 &&
                  static_cast<uint8_t>(model::status::skipped) == 19,
              "statuses are frozen");
static_assert(static_cast<uint8_t>(entity_kind::workflow) == 4, "kinds are frozen");

// -- alternatives: the table of frozen numbers --------------------------------------------------

template <>
inline constexpr uint8_t tag_of<model::bundle_events::created> = 1;
template <>
inline constexpr uint8_t tag_of<model::bundle_events::started> = 2;
template <>
inline constexpr uint8_t tag_of<model::bundle_events::coordinator_accepted> = 3;
template <>
inline constexpr uint8_t tag_of<model::bundle_events::coordinator_refused> = 4;
template <>
inline constexpr uint8_t tag_of<model::bundle_events::children_changed> = 5;
template <>
inline constexpr uint8_t tag_of<model::bundle_events::member_confirmed> = 6;
template <>
inline constexpr uint8_t tag_of<model::bundle_events::killed> = 7;
template <>
inline constexpr uint8_t tag_of<model::bundle_events::suspended> = 8;
template <>
inline constexpr uint8_t tag_of<model::bundle_events::resumed> = 9;
template <>
inline constexpr uint8_t tag_of<model::bundle_events::pause_reached> = 10;
template <>
inline constexpr uint8_t tag_of<model::bundle_events::changed> = 11;
template <>
inline constexpr uint8_t tag_of<model::bundle_events::rerun> = 12;
template <>
inline constexpr uint8_t tag_of<model::bundle_events::retried> = 13;
template <>
inline constexpr uint8_t tag_of<model::bundle_events::member_erred> = 14;
template <>
inline constexpr uint8_t tag_of<model::bundle_events::recovery_named> = 15;
template <>
inline constexpr uint8_t tag_of<model::bundle_events::recovery_ended> = 16;
template <>
inline constexpr uint8_t tag_of<model::bundle_events::members_told> = 17;
template <>
inline constexpr uint8_t tag_of<model::bundle_events::retry_refused> = 18;
template <>
inline constexpr uint8_t tag_of<model::bundle_events::member_revived> = 19;

template <>
inline constexpr uint8_t tag_of<model::coordinator_events::created> = 1;
template <>
inline constexpr uint8_t tag_of<model::coordinator_events::materialised> = 2;
template <>
inline constexpr uint8_t tag_of<model::coordinator_events::children_changed> = 3;
template <>
inline constexpr uint8_t tag_of<model::coordinator_events::killed> = 4;
template <>
inline constexpr uint8_t tag_of<model::coordinator_events::suspended> = 5;
template <>
inline constexpr uint8_t tag_of<model::coordinator_events::resumed> = 6;
template <>
inline constexpr uint8_t tag_of<model::coordinator_events::pause_reached> = 7;
template <>
inline constexpr uint8_t tag_of<model::coordinator_events::changed> = 8;
template <>
inline constexpr uint8_t tag_of<model::coordinator_events::rerun> = 9;
template <>
inline constexpr uint8_t tag_of<model::coordinator_events::actions_ignored> = 10;
template <>
inline constexpr uint8_t tag_of<model::coordinator_events::updated> = 11;
template <>
inline constexpr uint8_t tag_of<model::coordinator_events::pruned> = 12;
template <>
inline constexpr uint8_t tag_of<model::coordinator_events::updated_but_concurrency> = 13;

template <>
inline constexpr uint8_t tag_of<model::action_events::created> = 1;
template <>
inline constexpr uint8_t tag_of<model::action_events::inputs_found> = 2;
template <>
inline constexpr uint8_t tag_of<model::action_events::timed_out> = 3;
template <>
inline constexpr uint8_t tag_of<model::action_events::skipped> = 4;
template <>
inline constexpr uint8_t tag_of<model::action_events::submitted> = 5;
template <>
inline constexpr uint8_t tag_of<model::action_events::start_refused> = 6;
template <>
inline constexpr uint8_t tag_of<model::action_events::workflow_changed> = 7;
template <>
inline constexpr uint8_t tag_of<model::action_events::killed> = 8;
template <>
inline constexpr uint8_t tag_of<model::action_events::ordered> = 9;
template <>
inline constexpr uint8_t tag_of<model::action_events::retired> = 10;
template <>
inline constexpr uint8_t tag_of<model::action_events::rerun> = 11;
template <>
inline constexpr uint8_t tag_of<model::action_events::passed_over> = 12;
template <>
inline constexpr uint8_t tag_of<model::action_events::cut_short> = 13;
template <>
inline constexpr uint8_t tag_of<model::action_events::ignored> = 14;
template <>
inline constexpr uint8_t tag_of<model::action_events::outputs_cleaned> = 15;
template <>
inline constexpr uint8_t tag_of<model::action_events::workflow_rerun> = 16;

template <>
inline constexpr uint8_t tag_of<model::workflow_events::created> = 1;
template <>
inline constexpr uint8_t tag_of<model::workflow_events::facts_found> = 2;
template <>
inline constexpr uint8_t tag_of<model::workflow_events::run_started> = 3;
template <>
inline constexpr uint8_t tag_of<model::workflow_events::run_ended> = 4;
template <>
inline constexpr uint8_t tag_of<model::workflow_events::suspended> = 5;
template <>
inline constexpr uint8_t tag_of<model::workflow_events::resumed> = 6;
template <>
inline constexpr uint8_t tag_of<model::workflow_events::killed> = 7;
template <>
inline constexpr uint8_t tag_of<model::workflow_events::started> = 8;
template <>
inline constexpr uint8_t tag_of<model::workflow_events::rerun> = 9;
template <>
inline constexpr uint8_t tag_of<model::workflow_events::retry_due> = 10;
template <>
inline constexpr uint8_t tag_of<model::workflow_events::prepared> = 11;
template <>
inline constexpr uint8_t tag_of<model::workflow_events::child_named> = 12;
template <>
inline constexpr uint8_t tag_of<model::workflow_events::child_refused> = 13;
template <>
inline constexpr uint8_t tag_of<model::workflow_events::child_ended> = 14;

template <>
inline constexpr uint8_t tag_of<std::monostate> = 1;
template <>
inline constexpr uint8_t tag_of<model::program_plan> = 2;
template <>
inline constexpr uint8_t tag_of<model::fs_plan> = 3;
template <>
inline constexpr uint8_t tag_of<model::child_plan> = 4;

/// Whether every alternative has a number of its own.
template <class... T>
constexpr bool numbered(const std::variant<T...>*) {
  constexpr uint8_t tags[] = {tag_of<T>...};
  for (size_t i = 0; i < sizeof...(T); ++i) {
    if (tags[i] == 0) return false;
    for (size_t j = 0; j < i; ++j)
      if (tags[i] == tags[j]) return false;
  }
  return true;
}
static_assert(numbered(static_cast<model::bundle_event*>(nullptr)), "a bundle event is unnumbered");
static_assert(numbered(static_cast<model::coordinator_event*>(nullptr)),
              "a coordinator event is unnumbered");
static_assert(numbered(static_cast<model::action_event*>(nullptr)),
              "an action event is unnumbered");
static_assert(numbered(static_cast<model::workflow_event*>(nullptr)),
              "a workflow event is unnumbered");
static_assert(numbered(static_cast<model::node_plan*>(nullptr)), "a plan is unnumbered");

// -- completeness -------------------------------------------------------------------------------

struct anything {
  template <class T>
  operator T() const;  // NOLINT: implicit, never called
};

/// The number of members of an aggregate: the longest list it can be initialised with.
template <class T, class... Values>
constexpr size_t member_count() {
  if constexpr (requires { T{Values{}..., anything{}}; })
    return member_count<T, Values..., anything>();
  else
    return sizeof...(Values);
}

// A member that is added without being stored would be lost at the next start.
static_assert(member_count<entity_id>() == 5);
static_assert(member_count<el::probe>() == 2);
static_assert(member_count<model::child_summary>() == 12);
static_assert(member_count<model::action_error>() == 2);
static_assert(member_count<model::bundle_member>() == 13);
static_assert(member_count<model::program_plan>() == 10);
static_assert(member_count<model::child_plan>() == 3);
static_assert(member_count<model::fs_plan_step>() == 8);
static_assert(member_count<model::fs_plan>() == 1);
static_assert(member_count<model::node_retry>() == 5);
static_assert(member_count<model::node_state>() == 19);
static_assert(member_count<model::kept_node>() == 3);
static_assert(member_count<model::bundle_record>() == 23);
static_assert(member_count<model::coordinator_record>() == 24);
static_assert(member_count<model::former_definition>() == 3);
static_assert(member_count<model::action_record>() == 11);
static_assert(member_count<model::workflow_record>() == 24);
static_assert(member_count<model::member_rerun>() == 2);
static_assert(member_count<model::bundle_events::created>() == 6);
static_assert(member_count<model::bundle_events::started>() == 1);
static_assert(member_count<model::bundle_events::coordinator_accepted>() == 2);
static_assert(member_count<model::bundle_events::coordinator_refused>() == 3);
static_assert(member_count<model::bundle_events::children_changed>() == 1);
static_assert(member_count<model::bundle_events::member_confirmed>() == 3);
static_assert(member_count<model::bundle_events::changed>() == 4);
static_assert(member_count<model::bundle_events::rerun>() == 2);
static_assert(member_count<model::bundle_events::retried>() == 1);
static_assert(member_count<model::bundle_events::member_erred>() == 1);
static_assert(member_count<model::bundle_events::recovery_named>() == 1);
static_assert(member_count<model::bundle_events::recovery_ended>() == 4);
static_assert(member_count<model::bundle_events::members_told>() == 5);
static_assert(member_count<model::bundle_events::retry_refused>() == 4);
static_assert(member_count<model::bundle_events::member_revived>() == 1);
static_assert(member_count<model::coordinator_events::created>() == 5);
static_assert(member_count<model::coordinator_events::materialised>() == 1);
static_assert(member_count<model::coordinator_events::children_changed>() == 1);
static_assert(member_count<model::action_events::created>() == 2);
static_assert(member_count<model::action_extra>() == 6);
static_assert(member_count<model::action_events::inputs_found>() == 1);
static_assert(member_count<model::coordinator_change>() == 4);
static_assert(member_count<model::rerun_options>() == 4);
static_assert(member_count<model::coordinator_events::changed>() == 2);
static_assert(member_count<model::coordinator_events::rerun>() == 6);
static_assert(member_count<model::coordinator_events::actions_ignored>() == 1);
static_assert(member_count<model::coordinator_events::updated>() == 2);
static_assert(member_count<model::coordinator_events::pruned>() == 3);
static_assert(member_count<model::coordinator_events::updated_but_concurrency>() == 1);
static_assert(member_count<model::action_events::ordered>() == 2);
static_assert(member_count<model::action_events::rerun>() == 4);
static_assert(member_count<model::action_events::workflow_rerun>() == 1);
static_assert(member_count<model::action_events::passed_over>() == 2);
static_assert(member_count<model::action_events::cut_short>() == 1);
static_assert(member_count<model::action_events::submitted>() == 2);
static_assert(member_count<model::action_events::start_refused>() == 2);
static_assert(member_count<model::action_events::workflow_changed>() == 3);
static_assert(member_count<model::workflow_events::created>() == 8);
static_assert(member_count<model::workflow_events::rerun>() == 6);
static_assert(member_count<model::workflow_events::prepared>() == 3);
static_assert(member_count<model::workflow_events::child_named>() == 3);
static_assert(member_count<model::workflow_events::child_refused>() == 4);
static_assert(member_count<model::workflow_events::child_ended>() == 4);
static_assert(member_count<model::workflow_events::facts_found>() == 1);
static_assert(member_count<model::workflow_events::run_started>() == 3);
static_assert(member_count<model::workflow_events::run_ended>() == 7);
static_assert(member_count<model::definition_text>() == 5);
static_assert(member_count<model::quarantine_note>() == 4);
static_assert(member_count<model::bulk_job>() == 4);
static_assert(member_count<model::audit_entry>() == 11);
static_assert(member_count<model::journal_entry>() == 12);
static_assert(member_count<model::cause>() == 4);

}  // namespace foliot::store
