#pragma once

#include <string_view>

// The parts of a path whose parts are separated by `/`, as text: nothing is looked up, and `..` is a name
// like any other. Views into the path.
namespace kval {

// The last part: `values.yaml` of `charts/web/values.yaml`; empty when the path ends with its slash.
std::string_view FileNameOf(std::string_view path);

// The folder that it lies in: `charts/web`; `.` for a bare name, `/` for what lies in the root.
std::string_view FolderOf(std::string_view path);

// All that stands in front of the last part: `charts/web/`; empty for a bare name.
std::string_view FolderPrefixOf(std::string_view path);

}  // namespace kval
