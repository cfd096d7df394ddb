// Every kind of action that is offered, each defined in the file of its name.
#pragma once

#include "model/kinds/kind.hpp"

namespace foliot::model {

extern const action_kind email_kind;
extern const action_kind fs_kind;
extern const action_kind git_kind;
extern const action_kind shell_kind;
extern const action_kind ssh_kind;

}  // namespace foliot::model
