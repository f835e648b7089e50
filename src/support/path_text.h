#pragma once

#include <string_view>

// The parts of a path whose parts are separated by `/`, as text: nothing is looked up, and `..` is a name
// like any other. Views into the path.
namespace kval {

// The last part: `values.yaml` of `charts/web/values.yaml`; empty when the path ends with its slash.
std::string_view GetFileName(std::string_view path);

// Returns the directory of a path: `charts/web`; `.` for a bare name, `/` for a file in the root.
std::string_view GetDirectory(std::string_view path);

// Returns everything before the last component: `charts/web/`; empty for a bare name.
std::string_view GetDirectoryPrefix(std::string_view path);

}  // namespace kval
