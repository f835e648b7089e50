#include "src/lang/kcl/run/override.h"

#include <charconv>
#include <vector>

#include "src/lang/kcl/sema/load.h"
#include "src/support/ascii.h"

namespace kval::kcl::run {
namespace {

// `["x-y"]`, `['x-y']`, `[0]`: the step between the brackets.
bool ParseSubscript(std::string_view inside, std::vector<eval::OverrideStep>& path) {
  if (inside.size() >= 2 && (inside.front() == '"' || inside.front() == '\'') &&
      inside.back() == inside.front()) {
    path.push_back({std::string(inside.substr(1, inside.size() - 2)), std::nullopt});
    return inside.size() > 2;
  }
  int64_t index = 0;
  const auto [end, error] = std::from_chars(inside.data(), inside.data() + inside.size(), index);
  path.push_back({{}, index});
  return error == std::errc() && end == inside.data() + inside.size();
}

// `a.b["x-y"][0]`; false when it is no path.
bool ParsePath(std::string_view text, std::vector<eval::OverrideStep>& path) {
  text = Trimmed(text, " ");
  while (!text.empty()) {
    if (text.front() == '[') {
      const size_t close = text.find(']');
      if (path.empty() || close == std::string_view::npos ||
          !ParseSubscript(text.substr(1, close - 1), path)) {
        return false;
      }
      text.remove_prefix(close + 1);
    } else {
      if (!path.empty()) {
        if (text.front() != '.') {
          return false;
        }
        text.remove_prefix(1);
      }
      const std::string_view name = text.substr(0, text.find_first_of(".["));
      if (name.empty() || name.find_first_of(" \"'=<>!{}()]+*/,") != std::string_view::npos) {
        return false;
      }
      path.push_back({std::string(name), std::nullopt});
      text.remove_prefix(name.size());
    }
  }
  return !path.empty();
}

// Where the path of `text` ends: at the first operator outside of brackets.
size_t OperatorOf(std::string_view text) {
  size_t depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '[') {
      ++depth;
    } else if (c == ']') {
      depth -= depth > 0 ? 1 : 0;
    } else if (depth == 0 && (c == '=' || c == ':' || (c == '+' && text.substr(i + 1, 1) == "="))) {
      return i;
    }
  }
  return std::string_view::npos;
}

bool ParseChange(std::string_view text, OverrideText& result) {
  const size_t mark = OperatorOf(text);
  if (mark == std::string_view::npos) {
    result.change.op = eval::OverrideOp::kRemove;
    text = Trimmed(text, " ");
    return text.size() > 1 && text.back() == '-' &&
           ParsePath(text.substr(0, text.size() - 1), result.change.path);
  }
  const char op = text[mark];
  result.change.op = op == '+'   ? eval::OverrideOp::kInsert
                     : op == ':' ? eval::OverrideOp::kUnite
                                 : eval::OverrideOp::kReplace;
  result.expression = Trimmed(text.substr(mark + (op == '+' ? 2 : 1)), " ");
  const bool is_comparison = op == '=' && !result.expression.empty() && text.substr(mark + 1, 1) == "=";
  return !result.expression.empty() && !is_comparison && ParsePath(text.substr(0, mark), result.change.path);
}

}  // namespace

std::optional<OverrideText> ParseOverride(std::string_view text) {
  const size_t mark = OperatorOf(text);
  if (mark != std::string_view::npos && text[mark] == ':') {
    OverrideText inside;
    const std::string_view rest = text.substr(mark + 1);
    if (OperatorOf(rest) != 0 && ParseChange(rest, inside) && inside.change.op != eval::OverrideOp::kUnite) {
      const std::string_view package = Trimmed(text.substr(0, mark), " ");
      inside.change.package = package == kMainPackage ? std::string_view() : package;
      return inside;
    }
  }
  OverrideText result;
  if (!ParseChange(text, result)) {
    return std::nullopt;
  }
  return result;
}

}  // namespace kval::kcl::run
