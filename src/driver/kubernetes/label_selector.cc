#include "src/driver/kubernetes/label_selector.h"

#include <algorithm>

namespace kval::driver {
namespace {

using value::Value;
using Text = std::string_view;

const Value* Find(const Value* labels, Text key) {
  return labels == nullptr || labels->kind != value::Kind::kMapping ? nullptr : value::Find(*labels, key);
}

Text Trim(Text text) {
  const size_t begin = std::min(text.find_first_not_of(" \t\n"), text.size());
  return text.substr(begin, text.find_last_not_of(" \t\n") - begin + 1);
}

bool IsWord(Text text) {
  return text.find_first_of(" \t\n!=<>(),") == Text::npos;
}

// `in (a, b)`, `notin (a)`. Returns nullopt for another form.
std::optional<bool> IsInList(Text value, bool has_value, Text condition) {
  const bool is_negative = condition.starts_with("notin");
  const size_t open = condition.find('(');
  if (!condition.ends_with(')') || open == Text::npos || !(is_negative || condition.starts_with("in"))) {
    return std::nullopt;
  }
  bool is_listed = false;
  Text list = condition.substr(open + 1, condition.size() - open - 2);
  for (bool has_more = true; has_more;) {  // an empty item is the empty string
    const size_t comma = std::min(list.find(','), list.size());
    const Text item = Trim(list.substr(0, comma));
    if (!IsWord(item)) {
      return std::nullopt;
    }
    is_listed = is_listed || (has_value && item == value);
    has_more = comma < list.size();
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return is_listed != is_negative;
}

// One requirement: `key`, `!key`, `key=value`, `key==value`, `key!=value`, or with a list. Returns nullopt
// for another form.
std::optional<bool> Fulfills(const Value* labels, Text requirement) {
  if (requirement.starts_with('!')) {
    const Text key = Trim(requirement.substr(1));
    return IsWord(key) ? std::optional(Find(labels, key) == nullptr) : std::nullopt;
  }
  const size_t end = std::min(requirement.find_first_of(" \t\n=!"), requirement.size());
  const Value* label = Find(labels, requirement.substr(0, end));
  const Text rest = Trim(requirement.substr(end));
  if (rest.empty()) {
    return label != nullptr;
  }
  const Text value = label == nullptr ? Text() : label->raw.view();
  const bool is_different = rest.starts_with("!=");
  const size_t sign = is_different || rest.starts_with("==") ? 2 : rest.starts_with('=') ? 1 : 0;
  if (sign == 0) {
    return IsInList(value, label != nullptr, rest);
  }
  const Text wanted = Trim(rest.substr(sign));
  const bool is_equal = label != nullptr && value == wanted;
  return IsWord(wanted) ? std::optional(is_equal != is_different) : std::nullopt;
}

}  // namespace

std::optional<bool> SelectsLabels(Text selector, const value::Value* labels) {
  bool is_selected = true;
  while (!selector.empty()) {
    const size_t list = selector.find('(');
    const size_t comma =
        selector.find(',') < list ? selector.find(',') : selector.find(',', selector.find(')'));
    const size_t end = std::min(comma, selector.size());
    const std::optional<bool> one = Fulfills(labels, Trim(selector.substr(0, end)));
    if (!one) {
      return std::nullopt;
    }
    is_selected = is_selected && *one;
    selector.remove_prefix(std::min(end + 1, selector.size()));
  }
  return is_selected;
}

}  // namespace kval::driver
