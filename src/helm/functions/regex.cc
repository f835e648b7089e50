#include <string>
#include <string_view>
#include <vector>

#include "src/helm/functions/functions_of.h"
#include "src/helm/functions/go_regex.h"
#include "src/lang/gotemplate/quote.h"

// Source: Sprig regex.go. A function without `must` panics on a pattern that does not compile.
namespace kval::helm::functions {

using gotemplate::Call;
using gotemplate::Value;

namespace {

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
