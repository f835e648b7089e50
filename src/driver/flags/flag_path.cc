#include "src/driver/flags/flag_path.h"

#include <utility>

#include "src/support/result.h"

namespace kval::driver {
namespace {

constexpr diag::Def<std::string_view> kBadPath{diag::Kind::kBadFlagValue, "{}"};
constexpr diag::Def<uint64_t> kTooDeep{diag::Kind::kLimitDepth,
                                       "the path of this flag has more than {} steps"};

std::optional<std::vector<merge::FlagStep>> IfNotTooDeep(std::vector<merge::FlagStep> steps, source::Span at,
                                                         Session& session) {
  if (steps.size() > session.limits.depth) {
    session.emit.Report(at, kTooDeep, session.limits.depth).Emit();
    return std::nullopt;
  }
  return steps;
}

}  // namespace

std::optional<std::vector<merge::FlagStep>> ReadFlagPath(std::string_view path, uint32_t begin,
                                                         source::Span at, merge::EmptySteps empty,
                                                         Session& session) {
  Result<std::vector<merge::FlagStep>> steps = merge::ParseFlagPath(path, begin, session.arena, empty);
  if (!steps) {
    session.emit.Report(at, kBadPath, steps.failure().message).Emit();
    return std::nullopt;
  }
  return IfNotTooDeep(*std::move(steps), at, session);
}

std::optional<std::vector<merge::FlagStep>> ReadVariablePath(std::string_view name, uint32_t begin,
                                                             source::Span at, Session& session) {
  return IfNotTooDeep(merge::SplitVariable(name, begin), at, session);
}

}  // namespace kval::driver
