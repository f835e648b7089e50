#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "src/driver/session.h"
#include "src/merge/flag_path.h"
#include "src/source/span.h"

namespace kval::driver {

// Returns the steps of a flag's path. Errors: reports at `at` and returns nullopt if the path is invalid or
// exceeds the depth limit of documents. `begin` is the virtual offset of the path's first byte. The string
// must outlive the session.
std::optional<std::vector<merge::FlagStep>> ReadFlagPath(std::string_view path, uint32_t begin,
                                                         source::Span at, merge::EmptySteps empty,
                                                         Session& session);

// Returns the steps of the name of an environment variable, after its prefix.
std::optional<std::vector<merge::FlagStep>> ReadVariablePath(std::string_view name, uint32_t begin,
                                                             source::Span at, Session& session);

}  // namespace kval::driver
