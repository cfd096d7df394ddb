// What several kinds of actions have in common (workflow.md 6).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/action_body.hpp"
#include "model/kinds/kind.hpp"
#include "model/node_texts.hpp"

namespace foliot::model {

/// Behind the last '/'.
std::string_view base_name(std::string_view path);

/// Whether a URI begins with a scheme.
bool has_scheme(std::string_view path);

/// The texts of all elements called `name`, in document order.
std::vector<std::string> texts_of(const action_body& body, std::string_view name,
                                  node_texts& texts);
/// The text of the only element of that name; nothing where it is not there.
std::optional<std::string> text_of(const action_body& body, std::string_view name,
                                   node_texts& texts);
/// Evaluates every text of the body: Oozie evaluates the whole element, so an error counts where
/// nothing reads the text.
void evaluate_all(const action_body& body, node_texts& texts);
/// Whether an element of that name is there.
bool has_element(const action_body& body, std::string_view name);

/// A path of a <file>, <script> or <jar> on this host: relative ones are below the application.
/// Refuses with E0904 what is not local, with JA008 an empty path.
std::variant<std::string, node_refusal> local_source(std::string_view path,
                                                     std::string_view app_path);

/// Adds one file "path" or "path#link" and tells the name of its link. Refuses as `add_files`.
std::variant<std::string, node_refusal> add_file(program_plan& plan, std::string_view entry,
                                                 std::string_view app_path);
/// Adds the files of a list "path" or "path#link", separated by commas (workflow.md 6,
/// file/archive). Refuses with JA008 (two of one name, no name) and E0904 (not on this host).
std::optional<node_refusal> add_files(program_plan& plan, std::string_view list,
                                      std::string_view app_path);
/// The same for archives: they are unpacked into a directory of that name.
std::optional<node_refusal> add_archives(program_plan& plan, std::string_view list,
                                         std::string_view app_path);

/// The file called `name` in the work directory holds `content`, unless the user has put one of
/// that name there.
void add_document(program_plan& plan, std::string name, std::string content, node_texts& texts);
/// Whether one of the files or documents has that name.
bool has_file(const program_plan& plan, std::string_view name);

/// What <prepare> says, evaluated. Paths are judged by `judge_prepare`.
std::vector<fs_plan_step> prepare_of(const std::vector<prepare_step>& steps, node_texts& texts);
/// Makes the paths whole. Refuses with JA018.
std::optional<node_refusal> judge_prepare(program_plan& plan, dialect reading);

/// How many bytes an action's captured output may have, where somebody says it: a property of the
/// action, else of the job, which has the server's from its birth on.
inline constexpr std::string_view output_limit_property = "oozie.action.max.output.data";

/// The most that it may say: captured output is part of the workflow's record, of which each step
/// writes the whole.
inline constexpr uint32_t output_limit_max = 128U << 10;

/// Lets the output of `plan` be as long as `conf`, of the action, or else the job says; what is no
/// number says nothing, as in Oozie. The program finds the limit, where it is not the usual one, in
/// its environment: OOZIE_ACTION_MAX_OUTPUT_DATA.
void limit_output(program_plan& plan, const configuration& conf, const plan_scope& at);
/// What `limit_output` has settled, bytes; limits::output_data_bytes_max by itself.
size_t output_limit(const program_plan& plan);

/// The data of a run that captures output: refuses with JA018 what is longer than its
/// `output_limit`.
verdict captured(const program_plan& plan, const finished_run& run);

/// By the exit status: 0 is OK. Oozie's launcher stores the status as error code; `code` replaces
/// it where that is not empty.
verdict judge_exit(const program_plan& plan, const finished_run& run, std::string_view code = {});

}  // namespace foliot::model
