#include "src/driver/flag_path.h"

#include <utility>

#include "src/support/result.h"

namespace kval::driver {
namespace {

constexpr diag::Def<std::string_view> kBadPath{diag::Kind::kBadFlagValue, "{}"};
constexpr diag::Def<uint64_t> kTooDeep{diag::Kind::kLimitDepth,
                                       "the path of this flag has more than {} steps"};

}  // namespace

std::optional<std::vector<merge::FlagStep>> ReadFlagPath(std::string_view path, uint32_t begin,
                                                         source::Span at, Session& session) {
  Result<std::vector<merge::FlagStep>> steps = merge::ParseFlagPath(path, begin, session.arena);
  if (!steps) {
    session.emit.Report(at, kBadPath, steps.failure().message).Emit();
    return std::nullopt;
  }
  if (steps->size() > session.limits.depth) {
    session.emit.Report(at, kTooDeep, session.limits.depth).Emit();
    return std::nullopt;
  }
  return *std::move(steps);
}

}  // namespace kval::driver
