#include "src/helm/functions/go_regex.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "src/helm/functions/functions.h"
#include "src/support/go_pattern.h"
#include "src/support/utf8.h"

namespace kval::helm::functions {

using gotemplate::Call;

namespace {

constexpr size_t kMaxPatterns = 64;
constexpr std::string_view kError = "error parsing regexp: ";

}  // namespace

GoRegex::Compiled GoRegex::Compile(Call& call, std::string_view pattern) {
  auto& state = call.state<FunctionState>();
  if (!call.Step(1 + pattern.size())) {
    return {};
  }
  if (const auto found = state.patterns.find(pattern); found != state.patterns.end()) {
    return {found->second, {}};
  }
  const std::optional<std::string> source = GoPatternForRe2(pattern);
  if (!source) {
    return {nullptr, std::string(kError) + "invalid escape sequence: `\\C`"};
  }
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(static_cast<int64_t>(state.regex_memory));
  auto regex = std::make_shared<const GoRegex>(*source, options);
  if (!regex->regex_.ok()) {
    if (regex->regex_.error_code() == re2::RE2::ErrorPatternTooLarge) {
      return {nullptr, std::string(kError) + "expression too large: `" + std::string(pattern) + "`"};
    }
    return {nullptr, modules::GoRegexError(regex->regex_, pattern)};
  }
  if (!call.Step(static_cast<uint64_t>(regex->regex_.ProgramSize()) * 2)) {
    return {};
  }
  if (state.patterns.size() >= kMaxPatterns) {
    state.patterns.clear();
  }
  state.patterns.emplace(pattern, regex);
  return {std::move(regex), {}};
}

bool GoRegex::ForEachMatch(Call& call, std::string_view text, int64_t limit, bool needs_groups,
                           const std::function<bool(Groups)>& found) const {
  std::vector<re2::StringPiece> groups(
      needs_groups ? static_cast<size_t>(regex_.NumberOfCapturingGroups()) + 1 : 1);
  size_t last_end = std::string_view::npos;
  int64_t count = 0;
  for (size_t at = 0; at <= text.size() && (limit < 0 || count < limit);) {
    // A search may look at all of the rest.
    const uint64_t parts = 1 + static_cast<uint64_t>(regex_.ProgramSize()) / 64;
    if (!call.Step(1 + (text.size() - at) / 16 * parts)) {
      return false;
    }
    if (!regex_.Match(modules::Piece(text), at, text.size(), re2::RE2::UNANCHORED, groups.data(),
                      static_cast<int>(groups.size()))) {
      break;
    }
    const auto begin = static_cast<size_t>(groups[0].data() - text.data());
    const size_t end = begin + groups[0].size();
    bool is_accepted = true;
    if (end == at) {
      // An empty match right after a match does not count.
      is_accepted = begin != last_end;
      at += std::max<size_t>(utf8::Decode(text, at).length, 1);
    } else {
      at = end;
    }
    last_end = end;
    if (is_accepted) {
      ++count;
      if (!found(groups)) {
        return false;
      }
    }
  }
  return true;
}

bool GoRegex::Matches(Call& call, std::string_view text) const {
  return call.Step(1 + text.size() / 16) && re2::RE2::PartialMatch(modules::Piece(text), regex_);
}

}  // namespace kval::helm::functions
