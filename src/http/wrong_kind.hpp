// Orders that go with jobs of one kind, given to a job of another (rest.md 8).
#pragma once

#include <optional>
#include <string_view>

#include "http/api_call.hpp"
#include "http/catalogue.hpp"
#include "http/message.hpp"

namespace foliot::http {

/// What is answered when `action` is not for jobs like the one that `call` names: by the shape of
/// the id, and where Oozie looks whether the job exists, so does this. Nothing where action and
/// job go together, and for actions that any job may get or nobody knows.
/// A rerun of a bundle that names neither coordinators nor dates is a workflow's: E0301, except
/// where `reading` is Oozie's, which takes it and does nothing.
std::optional<response> refuse_wrong_kind(const api_call& call, std::string_view action,
                                          const catalogue& jobs, dialect reading);

/// The refusal of `action` for what is named by `id` and is no job: the code is Oozie's, the words
/// tell whether it is known at all, and whom to order instead.
failure refuse_part(const catalogue& jobs, std::string_view id, std::string_view action);

}  // namespace foliot::http
