#include "src/helm/ignore_rules.h"

#include <algorithm>

#include "src/helm/filepath_match.h"
#include "src/support/ascii.h"
#include "src/support/path_text.h"
#include "src/support/take_part.h"

namespace kval::helm {
namespace {

// Literal strings in every path that the valid pattern matches.
std::vector<std::string> PlainPieces(std::string_view pattern) {
  std::vector<std::string> pieces(1);
  for (size_t at = 0; at < pattern.size(); ++at) {
    const char c = pattern[at];
    if (c == '\\') {
      pieces.back() += pattern[++at];
    } else if (c == '*' || c == '?') {
      pieces.emplace_back();
    } else if (c == '[') {
      for (; pattern[at] != ']'; ++at) {
        at += pattern[at] == '\\' ? 1 : 0;
      }
      pieces.emplace_back();
    } else {
      pieces.back() += c;
    }
  }
  return pieces;
}

// What comparing takes at most (path_pattern.h).
uint64_t CostOf(std::string_view pattern, std::string_view path) {
  const auto stars = static_cast<uint64_t>(std::count(pattern.begin(), pattern.end(), '*'));
  return pattern.size() + stars * path.size();
}

constexpr std::string_view kWild = "*?[\\";

bool Applies(bool is_for_directories, bool is_directory) {
  return is_directory || !is_for_directories;
}

}  // namespace

void IgnoreRules::Index::Add(const Rule& rule) {
  const std::string_view pattern = rule.pattern;
  if (pattern.find_first_of(kWild) == std::string_view::npos) {
    plain_[rule.pattern].push_back(rule);
    return;
  }
  const std::vector<std::string> pieces = PlainPieces(pattern);
  pieces_.Add(std::vector<std::string_view>(pieces.begin(), pieces.end()), wild_.size());
  wild_.push_back(rule);
}

bool IgnoreRules::Index::Matches(std::string_view path, bool is_directory, uint64_t& compared) const {
  const auto found = plain_.find(path);
  if (found != plain_.end() &&
      std::any_of(found->second.begin(), found->second.end(), [is_directory](const Rule& rule) {
        return Applies(rule.is_for_directories, is_directory);
      })) {
    return true;
  }
  if (wild_.empty()) {
    return false;
  }
  const std::vector<size_t> requested = pieces_.In(path);
  return std::any_of(requested.begin(), requested.end(), [&](size_t id) {
    compared += CostOf(wild_[id].pattern, path);
    return Applies(wild_[id].is_for_directories, is_directory) && MatchFilePath(wild_[id].pattern, path);
  });
}

IgnoreRules::IgnoreRules() {
  Add(RuleOf("templates/.?*"));
}

void IgnoreRules::Add(const Rule& rule) {
  if (rule.is_negated) {
    const auto said = static_cast<uint8_t>(1 << (2 * int{rule.is_for_directories} + int{rule.is_for_names}));
    uint8_t& known = known_negated_[rule.pattern];
    if ((known & said) == 0) {
      known = static_cast<uint8_t>(known | said);
      negated_.push_back(rule);
    }
  } else {
    (rule.is_for_names ? of_names_ : of_paths_).Add(rule);
  }
}

IgnoreRules::Rule IgnoreRules::RuleOf(std::string_view line) {
  Rule rule;
  rule.is_negated = line.starts_with('!');
  line.remove_prefix(rule.is_negated ? 1 : 0);
  rule.is_for_directories = line.ends_with('/');
  line.remove_suffix(rule.is_for_directories ? 1 : 0);
  rule.is_for_names = line.find('/') == std::string_view::npos;
  line.remove_prefix(line.starts_with('/') ? 1 : 0);
  rule.pattern = line;
  return rule;
}

Result<bool> IgnoreRules::Read(std::string_view text) {
  std::vector<Rule> rules;
  text.remove_prefix(text.starts_with("\xEF\xBB\xBF") ? 3 : 0);
  while (!text.empty()) {
    const std::string_view line = TakePart(text, '\n');
    const std::string_view rule = Trimmed(line, kWhitespace);
    if (rule.empty() || rule.starts_with('#')) {
      continue;
    }
    if (rule.find("**") != std::string_view::npos || !IsValidPattern(rule)) {
      return Failure{".helmignore has a pattern that Helm refuses: " + std::string(rule)};
    }
    rules.push_back(RuleOf(rule));
  }
  std::for_each(rules.begin(), rules.end(), [this](const Rule& rule) { Add(rule); });
  return true;
}

bool IgnoreRules::Matches(std::string_view path, bool is_directory) {
  if (is_exhausted()) {
    return false;
  }
  const std::string_view name = GetFileName(path);
  if (of_names_.Matches(name, is_directory, compared_) || of_paths_.Matches(path, is_directory, compared_)) {
    return true;
  }
  return std::any_of(negated_.begin(), negated_.end(), [&](const Rule& rule) {
    compared_ += CostOf(rule.pattern, path);
    return !Applies(rule.is_for_directories, is_directory) ||
           !MatchFilePath(rule.pattern, rule.is_for_names ? name : path);
  });
}

bool IgnoreRules::IsInIgnored(std::string_view path) {
  if (!ignored_.empty() && path.starts_with(ignored_)) {
    return true;
  }
  const std::string_view same(path.begin(),
                              std::mismatch(path.begin(), path.end(), kept_.begin(), kept_.end()).first);
  size_t begin = same.rfind('/') + 1;
  for (size_t slash; (slash = path.find('/', begin)) != std::string_view::npos; begin = slash + 1) {
    if (Matches(path.substr(0, slash), true)) {
      ignored_ = path.substr(0, slash + 1);
      return true;
    }
  }
  kept_ = path.substr(0, begin);
  return false;
}

bool IgnoreRules::Ignores(std::string_view path) {
  return IsInIgnored(path) || Matches(path, false);
}

}  // namespace kval::helm
