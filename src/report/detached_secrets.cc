#include "src/report/detached_secrets.h"

#include <algorithm>

#include "src/report/secret_unescape.h"

namespace kval::report {
namespace {

std::string_view Trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\"'");
  return begin == std::string_view::npos ? std::string_view()
                                         : text.substr(begin, text.find_last_not_of(" \t\r\"'") + 1 - begin);
}

}  // namespace

std::optional<size_t> DetachedSecrets::GetKeyColumn(std::string_view line) {
  const size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos || line[begin] == '#') {
    return std::nullopt;
  }
  const std::optional<size_t> key = std::exchange(key_, {});
  if (line.substr(begin).starts_with("? ") &&
      IsSecretName(Unescaped(Trimmed(line.substr(begin + 1))), sensitive_)) {
    key_ = begin;
  }
  return line[begin] == ':' && key == begin ? key : std::nullopt;
}

void DetachedSecrets::AddComment(uint32_t number, std::string_view line) {
  const bool has_values =
      line.find("#@") != std::string_view::npos &&
      (line.find("/default ") != std::string_view::npos || line.find("/examples ") != std::string_view::npos);
  for (size_t at = has_values ? line.find_first_of("\"'") : line.size(); at < line.size();
       at = line.find_first_of("\"'", at)) {
    const size_t end = line.find(line[at], at + 1);
    if (end == std::string_view::npos) {
      break;
    }
    literals_.push_back({number, {at, end + 1}});
    at = end + 1;
  }
}

}  // namespace kval::report
