#pragma once

#include <windows.h>

#include <string>

#include "src/support/file_calls.h"

// For file_calls_windows.cc: names relative to the handle of a directory, which only the kernel's interface
// opens. No part of a path that was checked can then be exchanged for a link.
namespace kval {

struct RelativeOpen {
  ACCESS_MASK access = 0;
  Links links = Links::kRefuse;
  bool creates = false;       // a new one; else an existing one
  bool deletes = false;       // when the handle is closed
  bool is_directory = false;  // of a new one
};

// Opens or creates `name` in a directory. Links: of kFollow, a link is followed as the system does. Errors:
// INVALID_HANDLE_VALUE, with errno; EINVAL for a name that has another meaning for Windows (`a:b`, `a\b`, and
// for a new one `NUL`).
HANDLE OpenRelative(HANDLE directory, const std::string& name, const RelativeOpen& how);

// Renames an open file within a directory in one step, replacing a file of that name, and closes it.
bool RenameAndClose(HANDLE file, HANDLE directory, const std::string& name);

// Whether an open reparse point is a link: a symbolic link or a junction, and not the placeholder of a file
// in a cloud.
bool IsLink(HANDLE handle);

}  // namespace kval
