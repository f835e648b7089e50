#include "src/helm/render/glob.h"

#include <re2/re2.h>

#include <optional>

namespace kval::helm::render {
namespace {

constexpr std::string_view kAny = "(?s).*";

std::string Quoted(std::string_view text) {
  return RE2::QuoteMeta({text.data(), text.size()});
}

// The characters of a class, after `[`. Moves `at` behind `]`. Returns nullopt if it is invalid.
std::optional<std::string> ClassOf(std::string_view pattern, size_t& at) {
  std::string out = "[";
  if (at < pattern.size() && pattern[at] == '!') {
    out += '^';
    ++at;
  }
  const size_t begin = at;
  for (; at < pattern.size() && pattern[at] != ']'; ++at) {
    if (pattern[at] == '\\' && at + 1 < pattern.size()) {
      ++at;
    } else if (pattern[at] == '-' && at > begin && at + 1 < pattern.size() && pattern[at + 1] != ']') {
      out += '-';
      continue;
    }
    out += Quoted(pattern.substr(at, 1));
  }
  if (at >= pattern.size() || at == begin) {
    return std::nullopt;
  }
  ++at;
  return out + "]";
}

// Returns nullopt for an invalid pattern.
std::optional<std::string> RegexOf(std::string_view pattern) {
  std::string out = "(?s)";
  int depth = 0;
  for (size_t at = 0; at < pattern.size();) {
    const char c = pattern[at++];
    if (c == '*') {
      const bool is_super = at < pattern.size() && pattern[at] == '*';
      at += is_super ? 1 : 0;
      out += is_super ? ".*" : "[^/]*";
    } else if (c == '?') {
      out += "[^/]";
    } else if (c == '[') {
      const std::optional<std::string> characters = ClassOf(pattern, at);
      if (!characters) {
        return std::nullopt;
      }
      out += *characters;
    } else if (c == '{') {
      out += "(?:";
      ++depth;
    } else if (c == '}' && depth > 0) {
      out += ")";
      --depth;
    } else if (c == ',' && depth > 0) {
      out += "|";
    } else {
      at += c == '\\' && at < pattern.size() ? 1 : 0;
      out += Quoted(pattern.substr(at - 1, 1));
    }
  }
  return depth == 0 ? std::optional(out) : std::nullopt;
}

}  // namespace

Glob::Glob(std::string_view pattern) {
  RE2::Options options(RE2::Quiet);
  options.set_max_mem(int64_t{8} << 20);
  regex_ = std::make_unique<RE2>(RegexOf(pattern).value_or(std::string(kAny)), options);
  if (!regex_->ok()) {
    regex_ = std::make_unique<RE2>(re2::StringPiece(kAny.data(), kAny.size()), options);
  }
}

Glob::~Glob() = default;

bool Glob::Matches(std::string_view name) const {
  return RE2::FullMatch(re2::StringPiece(name.data(), name.size()), *regex_);
}

}  // namespace kval::helm::render
