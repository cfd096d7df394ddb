// Every kind of action that is offered, each defined in the file of its name.
#pragma once

#include "model/kinds/kind.hpp"

namespace foliot::model {

extern const action_kind distcp_kind;
extern const action_kind email_kind;
extern const action_kind fs_kind;
extern const action_kind git_kind;
extern const action_kind hive2_kind;
extern const action_kind hive_kind;
extern const action_kind java_kind;
extern const action_kind pig_kind;
extern const action_kind shell_kind;
extern const action_kind spark_kind;
extern const action_kind sqoop_kind;
extern const action_kind ssh_kind;
extern const action_kind sub_workflow_kind;

}  // namespace foliot::model
