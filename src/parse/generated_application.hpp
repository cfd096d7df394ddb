// Workflows that a submission brings along as text: what Oozie's fluent job API sends
// (rest.md 5, JobsServlet).
#pragma once

#include "model/definition.hpp"
#include "parse/submission.hpp"

namespace foliot::parse {

/// Gives a job that names no application, but has the property `oozie.jobs.api.generated.xml`, a
/// path in oozie.wf.application.path: "/generated/gen_app_N", where N tells texts apart. No such
/// directory is made: the text stays with the job, in that property, whose variables are replaced
/// as those of all properties are.
void name_generated(model::configuration& conf);

/// `read`; where `conf` has such a text and its workflow's file does not exist, the text is read
/// instead. What is returned refers to `read`.
read_text or_generated(const read_text& read, const model::configuration& conf);

}  // namespace foliot::parse
