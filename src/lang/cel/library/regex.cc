#include <re2/re2.h>

#include <vector>

#include "src/lang/cel/library/library.h"
#include "src/support/utf8.h"

// Regular expressions on re2, whose syntax and guarantees Go's are: cel-go, common/types/string.go;
// apiserver, pkg/cel/library/regex.go.
namespace kval::cel {
namespace {

re2::StringPiece Piece(std::string_view text) {
  return {text.data(), text.size()};
}

// Maximum work per byte: if its cache is full, RE2 steps through all parts of the pattern.
uint64_t WorkOfByte(const re2::RE2& pattern) {
  return 4 + static_cast<uint64_t>(pattern.ProgramSize()) / 16;
}

const re2::RE2* PatternOf(Call& call, Value* error) {
  std::string why;
  const re2::RE2* pattern = call.context.Pattern(call.args[1].text(), &why);
  if (pattern == nullptr) {
    *error = call.context.is_over() ? call.context.Stop() : call.context.Fail("Illegal regex: " + why);
  } else if (!call.context.Work(call.args[0].text().size() * WorkOfByte(*pattern) +
                                call.args[1].text().size())) {
    *error = call.context.Stop();
    pattern = nullptr;
  }
  return pattern;
}

Value Matches(Call& call) {
  Value error;
  const re2::RE2* pattern = PatternOf(call, &error);
  if (pattern == nullptr) {
    return error;
  }
  return Value::Bool(re2::RE2::PartialMatch(Piece(call.args[0].text()), *pattern));
}

Value Find(Call& call) {
  Value error;
  const re2::RE2* pattern = PatternOf(call, &error);
  if (pattern == nullptr) {
    return error;
  }
  const std::string_view text = call.args[0].text();
  re2::StringPiece found;
  if (!pattern->Match(Piece(text), 0, text.size(), re2::RE2::UNANCHORED, &found, 1)) {
    return Value::String("");
  }
  return Value::String({found.data(), found.size()});
}

// Go's FindAllString: matches do not overlap, and an empty one right behind another does not count.
Value FindAll(Call& call) {
  Value error;
  const re2::RE2* pattern = PatternOf(call, &error);
  if (pattern == nullptr) {
    return error;
  }
  const std::string_view text = call.args[0].text();
  int64_t left = call.args.size() > 2 ? call.args[2].integer() : -1;
  std::vector<Value> all;
  size_t previous_end = std::string_view::npos;
  for (size_t at = 0; at <= text.size() && left != 0;) {
    re2::StringPiece found;
    // Each search may read the rest of the text.
    if (!call.context.Work(1 + (text.size() - at) * WorkOfByte(*pattern) / 32) ||
        !call.context.heap().Reserve(sizeof(Value))) {
      return call.context.Stop();
    }
    if (!pattern->Match(Piece(text), at, text.size(), re2::RE2::UNANCHORED, &found, 1)) {
      break;
    }
    const auto begin = static_cast<size_t>(found.data() - text.data());
    const size_t end = begin + found.size();
    if (!found.empty() || begin != previous_end) {
      all.push_back(Value::String(text.substr(begin, found.size())));
      --left;
    }
    previous_end = end;
    at = !found.empty() ? end
                        : end + std::max<size_t>(end < text.size() ? utf8::Decode(text, end).length : 1, 1);
  }
  return call.context.NewList(all);
}

// cel-go, ext/regex.go: `\1` in the replacement is the first group.
Value Replace(Call& call) {
  Value error;
  const re2::RE2* pattern = PatternOf(call, &error);
  if (pattern == nullptr) {
    return error;
  }
  const std::string_view replacement = call.args[2].text();
  std::string why;
  if (!pattern->CheckRewriteString(Piece(replacement), &why)) {
    return call.context.Fail("invalid replacement string: " + why);
  }
  std::string text(call.args[0].text());
  // Each byte may be replaced, with the whole text in place of each character of the replacement.
  if (!call.context.Work((text.size() + 1) * (1 + replacement.size()) * (1 + text.size() / 16))) {
    return call.context.Stop();
  }
  re2::RE2::GlobalReplace(&text, *pattern, Piece(replacement));
  return call.context.NewString(text);
}

constexpr LibraryEntry kRegexEntries[] = {
    {"matches", false, "string, string -> bool", Matches, CostOfRegex},
    {"matches", true, "string, string -> bool", Matches, CostOfRegex},
    {"find", true, "string, string -> string", Find, CostOfRegex},
    {"findAll", true, "string, string -> list(string) | string, string, int -> list(string)", FindAll,
     CostOfRegex},
    {"regex.replace", false, "string, string, string -> string", Replace, CostOfRegex},
};

}  // namespace

std::span<const LibraryEntry> RegexFunctions() {
  return kRegexEntries;
}

}  // namespace kval::cel
