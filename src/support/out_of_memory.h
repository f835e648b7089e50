#pragma once

namespace kval {

// Running out of memory ends a run with a finding (KV024), never with a signal: std::bad_alloc is the one
// exception that crosses libraries, and the program's edge catches it (cli/commands.cc).

// Sets address space aside that is given back when memory runs out, so that there is room to report it. To be
// called once, at the start of the program.
void SetMemoryAside();

// What `new` does when it gets nothing, for those who ask the system themselves: gives back what was set
// aside and throws std::bad_alloc.
[[noreturn]] void RunOutOfMemory();

}  // namespace kval
