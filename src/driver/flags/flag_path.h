#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "src/driver/session.h"
#include "src/merge/flag_path.h"
#include "src/source/span.h"

namespace kval::driver {

// The steps of a flag's path; nothing, and a finding at `at`, when it is none or leads deeper than documents
// may nest. `begin` is the virtual offset of the path's first byte; the text must live as long as the
// session.
std::optional<std::vector<merge::FlagStep>> ReadFlagPath(std::string_view path, uint32_t begin,
                                                         source::Span at, merge::EmptySteps empty,
                                                         Session& session);

// Those of the name of an environment's variable, behind its prefix.
std::optional<std::vector<merge::FlagStep>> ReadVariablePath(std::string_view name, uint32_t begin,
                                                             source::Span at, Session& session);

}  // namespace kval::driver
