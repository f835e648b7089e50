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

// One requirement: `key`, `!key`, `key=value`, `key==value`, `key!=value`, `key in (a, b)`, `key notin (a)`.
// Returns nullopt for another form.
std::optional<bool> Fulfills(const Value* labels, Text requirement) {
  const bool is_absence = requirement.starts_with('!');
  const size_t end = std::min(requirement.find_first_of(" =!", 1), requirement.size());
  const Text key = requirement.substr(is_absence ? 1 : 0, end - (is_absence ? 1 : 0));
  const Text rest = Trim(requirement.substr(end));
  const Value* label = Find(labels, key);
  if (rest.empty()) {
    return (label == nullptr) == is_absence;
  }
  const Text value = label == nullptr ? Text() : label->raw.view();
  const size_t equals = rest.starts_with("==") ? 2 : rest.starts_with('=') ? 1 : 0;
  if (equals > 0) {
    return label != nullptr && value == Trim(rest.substr(equals));
  }
  if (rest.starts_with("!=")) {
    return label == nullptr || value != Trim(rest.substr(2));
  }
  const bool is_negative = rest.starts_with("notin");
  const size_t open = rest.find('(');
  if (!rest.ends_with(')') || open == Text::npos || !(is_negative || rest.starts_with("in"))) {
    return std::nullopt;
  }
  bool is_listed = false;
  for (Text list = rest.substr(open + 1, rest.size() - open - 2); !list.empty();) {
    const size_t comma = std::min(list.find(','), list.size());
    is_listed = is_listed || (label != nullptr && Trim(list.substr(0, comma)) == value);
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return is_listed != is_negative;
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
