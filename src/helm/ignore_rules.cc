#include "src/helm/ignore_rules.h"

#include <algorithm>

#include "src/helm/path_pattern.h"

namespace kval::helm {
namespace {

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n\v\f";
  const size_t begin = text.find_first_not_of(kBlanks);
  return begin == std::string_view::npos ? std::string_view()
                                         : text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

}  // namespace

IgnoreRules::IgnoreRules() {
  rules_.push_back(RuleOf("templates/.?*"));
}

IgnoreRules::Rule IgnoreRules::RuleOf(std::string_view line) {
  Rule rule;
  rule.is_negated = line.starts_with('!');
  line.remove_prefix(rule.is_negated ? 1 : 0);
  rule.is_for_folders = line.ends_with('/');
  line.remove_suffix(rule.is_for_folders ? 1 : 0);
  rule.is_for_names = line.find('/') == std::string_view::npos;
  line.remove_prefix(line.starts_with('/') ? 1 : 0);
  rule.pattern = line;
  return rule;
}

Result<bool> IgnoreRules::Read(std::string_view text) {
  std::vector<Rule> rules;
  text.remove_prefix(text.starts_with("\xEF\xBB\xBF") ? 3 : 0);
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const std::string_view rule = Trimmed(line);
    if (rule.empty() || rule.starts_with('#')) {
      continue;
    }
    if (rule.find("**") != std::string_view::npos || !IsPathPattern(rule)) {
      return Failure{".helmignore has a pattern that Helm refuses: " + std::string(rule)};
    }
    rules.push_back(RuleOf(rule));
  }
  rules_.insert(rules_.begin(), rules.begin(), rules.end());
  return true;
}

bool IgnoreRules::Matches(std::string_view path, bool is_folder) const {
  for (const Rule& rule : rules_) {
    const size_t slash = path.rfind('/');
    const bool by_name = rule.is_for_names && slash != std::string_view::npos;
    const bool matches = MatchesPath(rule.pattern, by_name ? path.substr(slash + 1) : path);
    if (rule.is_negated) {
      if ((rule.is_for_folders && !is_folder) || !matches) {
        return true;
      }
    } else if (matches && (is_folder || !rule.is_for_folders)) {
      return true;
    }
  }
  return false;
}

bool IgnoreRules::Ignores(std::string_view path) const {
  for (size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/', slash + 1)) {
    if (Matches(path.substr(0, slash), true)) {
      return true;
    }
  }
  return Matches(path, false);
}

}  // namespace kval::helm
