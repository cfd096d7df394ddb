// What was freed goes back to the system at once where it was much.
#pragma once

namespace foliot {

/// Gives the pages that this thread's heap has no more use for back to the system: the allocator
/// would do so a tenth of a second later, and another thread's next document would come on top of
/// them. Costs some milliseconds after some MiB; does nothing where the allocator is not jemalloc.
void give_back_freed_memory();

}  // namespace foliot
