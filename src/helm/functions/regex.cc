#include <re2/re2.h>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/helm/functions/functions.h"
#include "src/helm/functions/functions_of.h"
#include "src/lang/gotemplate/functions.h"
#include "src/lang/gotemplate/quote.h"
#include "src/modules/go_regex.h"
#include "src/support/go_pattern.h"
#include "src/support/utf8.h"

// Source: Sprig regex.go. A function without `must` panics on a pattern that does not compile.
namespace kval::helm::functions {

using gotemplate::Call;
using gotemplate::Value;

// A regular expression of Go's package regexp.
class GoRegex {
 public:
  using Groups = modules::RegexGroups;

  // Compiles or finds the pattern in the caches of the call's state. `error` is Go's.
  struct Compiled {
    std::shared_ptr<const GoRegex> regex;  // null: an error
    std::string error;
  };
  static Compiled Compile(gotemplate::Call& call, std::string_view pattern);

  // Calls `found` for at most `limit` matches, all of them if it is negative, as FindAll does. Each search
  // counts as work. Returns false once the budget is exhausted.
  bool ForEachMatch(gotemplate::Call& call, std::string_view text, int64_t limit, bool needs_groups,
                    const std::function<bool(Groups)>& found) const;
  bool Matches(gotemplate::Call& call, std::string_view text) const;
  // Appends a replacement with `$1` and `${name}` replaced by groups (Regexp.Expand).
  void Expand(Groups groups, std::string_view replacement, std::string* out) const {
    modules::ExpandGoReplacement(regex_, groups, replacement, *out);
  }

  GoRegex(const std::string& pattern, const re2::RE2::Options& options) : regex_(pattern, options) {}

 private:
  re2::RE2 regex_;
};

namespace {

constexpr size_t kMaxPatterns = 64;
constexpr std::string_view kError = "error parsing regexp: ";

enum class OnError : bool { kPanics, kFails };

Value BadPattern(Call& call, const std::string& error, OnError on_error) {
  if (on_error == OnError::kFails) {
    return call.Fail(error);
  }
  const std::string_view pattern = call[0].text();
  const std::string quoted =
      gotemplate::CanBackquote(pattern) ? "`" + std::string(pattern) + "`" : gotemplate::Quote(pattern);
  return call.Fail("regexp: Compile(" + quoted + "): " + error);
}

std::string_view TextIn(const re2::StringPiece& piece) {
  return {piece.data(), piece.size()};
}

Value ListOf(Call& call, const std::vector<Value>& items) {
  return call.heap().NewList(gotemplate::kStringListType, items);
}

Value Match(Call& call, bool reports_errors) {
  const GoRegex::Compiled compiled = GoRegex::Compile(call, call[0].text());
  if (compiled.regex == nullptr) {
    return reports_errors ? call.Fail(compiled.error) : Value::Bool(false);
  }
  return Value::Bool(compiled.regex->Matches(call, call[1].text()));
}

Value FindAll(Call& call, OnError on_error) {
  const GoRegex::Compiled compiled = GoRegex::Compile(call, call[0].text());
  if (compiled.regex == nullptr) {
    return BadPattern(call, compiled.error, on_error);
  }
  std::vector<Value> found;
  compiled.regex->ForEachMatch(call, call[1].text(), call[2].integer(), false, [&](GoRegex::Groups groups) {
    found.push_back(Value::Text(TextIn(groups[0])));
    return call.Reserve(found.size() * sizeof(Value));
  });
  return found.empty() ? Value::Nil(gotemplate::kStringListType) : ListOf(call, found);
}

Value Find(Call& call, OnError on_error) {
  const GoRegex::Compiled compiled = GoRegex::Compile(call, call[0].text());
  if (compiled.regex == nullptr) {
    return BadPattern(call, compiled.error, on_error);
  }
  Value found = Value::Text("");
  compiled.regex->ForEachMatch(call, call[1].text(), 1, false, [&](GoRegex::Groups groups) {
    found = Value::Text(TextIn(groups[0]));
    return false;
  });
  return found;
}

Value ReplaceMatches(Call& call, bool is_literal, OnError on_error) {
  const GoRegex::Compiled compiled = GoRegex::Compile(call, call[0].text());
  if (compiled.regex == nullptr) {
    return BadPattern(call, compiled.error, on_error);
  }
  const std::string_view text = call[1].text();
  const std::string_view replacement = call[2].text();
  std::string out;
  size_t copied = 0;
  const bool is_done = compiled.regex->ForEachMatch(call, text, -1, !is_literal, [&](GoRegex::Groups groups) {
    const auto begin = static_cast<size_t>(groups[0].data() - text.data());
    out += text.substr(copied, begin - copied);
    copied = begin + groups[0].size();
    const size_t before = out.size();
    if (is_literal) {
      out += replacement;
    } else {
      compiled.regex->Expand(groups, replacement, &out);
    }
    return call.Step(1 + (out.size() - before + replacement.size()) / 16) && call.Reserve(out.size());
  });
  if (!is_done) {
    return {};
  }
  out += text.substr(copied);
  return call.Text(out);
}

Value SplitAtMatches(Call& call, OnError on_error) {
  const GoRegex::Compiled compiled = GoRegex::Compile(call, call[0].text());
  if (compiled.regex == nullptr) {
    return BadPattern(call, compiled.error, on_error);
  }
  const std::string_view text = call[1].text();
  const int64_t limit = call[2].integer();
  if (limit == 0) {
    return Value::Nil(gotemplate::kStringListType);
  }
  std::vector<Value> parts;
  if (!call[0].text().empty() && text.empty()) {
    return ListOf(call, {Value::Text("")});
  }
  size_t begin = 0;
  size_t end = 0;
  compiled.regex->ForEachMatch(call, text, limit, false, [&](GoRegex::Groups groups) {
    if (limit > 0 && static_cast<int64_t>(parts.size()) == limit - 1) {
      return false;
    }
    end = static_cast<size_t>(groups[0].data() - text.data());
    const size_t next = end + groups[0].size();
    if (next != 0) {
      parts.push_back(Value::Text(text.substr(begin, end - begin)));
    }
    begin = next;
    return call.Reserve(parts.size() * sizeof(Value));
  });
  if (end != text.size()) {
    parts.push_back(Value::Text(text.substr(begin)));
  }
  return ListOf(call, parts);
}

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
  if (!call.Step(static_cast<uint64_t>(regex->regex_.ProgramSize()) * 6)) {
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
    if (!call.Step(8 + (text.size() - at) / 16 * parts)) {
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

Value RegexMatch(Call& call) {
  return Match(call, false);
}

Value MustRegexMatch(Call& call) {
  return Match(call, true);
}

Value RegexFindAll(Call& call) {
  return FindAll(call, OnError::kPanics);
}

Value MustRegexFindAll(Call& call) {
  return FindAll(call, OnError::kFails);
}

Value RegexFind(Call& call) {
  return Find(call, OnError::kPanics);
}

Value MustRegexFind(Call& call) {
  return Find(call, OnError::kFails);
}

Value RegexReplaceAll(Call& call) {
  return ReplaceMatches(call, false, OnError::kPanics);
}

Value MustRegexReplaceAll(Call& call) {
  return ReplaceMatches(call, false, OnError::kFails);
}

Value RegexReplaceAllLiteral(Call& call) {
  return ReplaceMatches(call, true, OnError::kPanics);
}

Value MustRegexReplaceAllLiteral(Call& call) {
  return ReplaceMatches(call, true, OnError::kFails);
}

Value RegexSplit(Call& call) {
  return SplitAtMatches(call, OnError::kPanics);
}

Value MustRegexSplit(Call& call) {
  return SplitAtMatches(call, OnError::kFails);
}

Value RegexQuoteMeta(Call& call) {
  std::string out;
  for (const char c : call[0].text()) {
    if (std::string_view("\\.+*?()|[]{}^$").find(c) != std::string_view::npos) {
      out += '\\';
    }
    out += c;
  }
  return call.Step(1 + out.size() / 16) ? call.Text(out) : Value();
}

}  // namespace kval::helm::functions
