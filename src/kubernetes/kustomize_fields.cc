#include "src/kubernetes/kustomize_fields.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "src/support/native_stack.h"
#include "src/types/pattern.h"
#include "src/value/scalar_resolve.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Entry;
using value::Kind;
using value::Value;

std::optional<size_t> IndexOf(Text step) {
  size_t index = 0;
  const auto [end, error] = std::from_chars(step.data(), step.data() + step.size(), index);
  return error == std::errc() && end == step.data() + step.size() ? std::optional(index) : std::nullopt;
}

bool IsCondition(Text step) {
  return step.size() >= 2 && step.front() == '[' && step.back() == ']';
}

// The parts of `[name=web]`; without a name for items that are no maps.
struct Condition {
  Text key, value;
};
std::optional<Condition> ReadCondition(Text step) {
  const Text inside = step.substr(1, step.size() - 2);
  const size_t equals = inside.find('=');
  return equals == Text::npos
             ? std::nullopt
             : std::optional<Condition>({inside.substr(0, equals), inside.substr(equals + 1)});
}

// A string may hold YAML or JSON, into which a path leads.
bool MayHoldFields(const Value& scalar) {
  return scalar.raw.find_first_of("\n{[") != Text::npos || scalar.raw.find(": ") != Text::npos;
}

// The result of a step into a value of another kind than the step requires.
FieldResult ResultOfOtherKind(const Value& value) {
  const bool may_fit = IsRecovered(value) || value.kind == Kind::kNull ||
                       (value.kind == Kind::kString && MayHoldFields(value));
  return may_fit ? FieldResult::kUnknown : FieldResult::kInvalid;
}

// Takes steps for the children of a collection. Returns false if there are not enough.
bool TakeSteps(const Value& value, size_t& left) {
  const size_t size = value.items().size() + value.entries().size() + 1;
  const bool is_enough = left >= size;
  left = is_enough ? left - size : 0;
  return is_enough;
}

const Value* FindItem(const Value& list, const Condition& condition) {
  const auto found = std::find_if(list.items().begin(), list.items().end(), [&](const Value* item) {
    const Value* field = condition.key.empty()          ? item
                         : item->kind == Kind::kMapping ? value::Find(*item, condition.key)
                                                        : nullptr;
    return field != nullptr && !field->is_collection() && field->raw == condition.value;
  });
  return found == list.items().end() ? nullptr : *found;
}

class FieldWriter {
 public:
  // `is_annotation`: kustomize writes the field as a string.
  FieldWriter(const FieldWrite& write, bool is_annotation, value::Builder& build)
      : write_(write), is_annotation_(is_annotation), build_(build) {}

  // Returns kMissing if the steps select nothing, and then no object.
  WrittenField At(const Value& value, std::span<const std::string> steps) {
    NeedStack();
    if (!TakeSteps(value, write_.steps)) {
      return {FieldResult::kUnknown};
    }
    if (steps.empty()) {
      return Leaf(value);
    }
    const Text step = steps.front();
    const std::optional<size_t> index = IndexOf(step);
    const bool is_of_list = index || IsCondition(step) || step == "*";
    if (IsRecovered(value) || value.kind != (is_of_list ? Kind::kSequence : Kind::kMapping)) {
      return {ResultOfOtherKind(value)};
    }
    return !is_of_list ? Field(value, steps) : index ? Item(value, *index, steps) : Items(value, steps);
  }

 private:
  WrittenField Leaf(const Value& value) {
    if (!write_.delimiter.empty() && value.is_collection()) {
      return {FieldResult::kInvalid};
    }
    if (write_.value == nullptr || IsRecovered(*write_.value) || IsRecovered(value) ||
        value.kind == Kind::kNull) {
      return {FieldResult::kFound, build_.MakeUnreadable(value)};
    }
    if (value.is_collection()) {
      return {FieldResult::kFound, build_.WithSpan(*write_.value, value.span)};
    }
    const std::string text = write_.delimiter.empty() ? TextOfValue() : Joined(value.raw.view());
    const Value* scalar = ScalarInPlaceOf(value, text, build_.arena());
    const bool is_new = value.style == value::Style::kComputed;
    if ((value.kind != Kind::kString || is_new) && scalar->kind != Kind::kNull) {
      return {FieldResult::kFound, scalar};
    }
    Value* string = build_.arena().New<Value>(value);  // as the tag of the field
    string->kind = Kind::kString;
    string->raw = build_.arena().CopyText(text);
    return {FieldResult::kFound, string};
  }

  // Of a scalar, only the text is replaced.
  std::string TextOfValue() const {
    return write_.value->is_collection() ? std::string() : std::string(write_.value->raw.view());
  }

  // The text of a field with the part at the index replaced; one before or after the parts is added.
  std::string Joined(Text field) const {
    std::vector<std::string> parts;
    for (size_t end = 0; end != Text::npos; field.remove_prefix(end + write_.delimiter.size())) {
      end = field.find(write_.delimiter);
      parts.emplace_back(field.substr(0, end));
      if (end == Text::npos) {
        break;
      }
    }
    const std::string part = TextOfValue();
    if (write_.index < 0) {
      parts.insert(parts.begin(), part);
    } else if (static_cast<uint64_t>(write_.index) >= parts.size()) {
      parts.push_back(part);
    } else {
      parts[static_cast<size_t>(write_.index)] = part;
    }
    std::string text;
    for (size_t i = 0; i < parts.size(); ++i) {
      text += (i == 0 ? "" : write_.delimiter) + parts[i];
    }
    return text;
  }

  // A new field for the first step, in which the others are created.
  WrittenField Created(const Value& parent, std::span<const std::string> rest) {
    if (rest.empty()) {
      const bool is_known = write_.value != nullptr && !IsRecovered(*write_.value);
      if (is_annotation_ && is_known) {
        return {FieldResult::kFound, build_.String(TextOfValue(), parent.span)};
      }
      const Value* copy = is_known && write_.value->is_collection() ? write_.value : nullptr;
      const Value* scalar =
          is_known ? ScalarInPlaceOf(*build_.String(""), write_.value->raw.view(), build_.arena())
                   : build_.MakeUnreadable(*build_.Null(parent.span));
      return {FieldResult::kFound, build_.WithSpan(copy != nullptr ? *copy : *scalar, parent.span)};
    }
    const bool is_list = IndexOf(rest.front()) || IsCondition(rest.front());
    return At(is_list ? *build_.Sequence({}, parent.span) : *build_.Mapping({}, parent.span), rest);
  }

  WrittenField Field(const Value& map, std::span<const std::string> steps) {
    std::vector<Entry> entries(map.entries().begin(), map.entries().end());
    const auto entry = std::find_if(entries.begin(), entries.end(),
                                    [&](const Entry& one) { return one.key->raw == steps.front(); });
    if (entry == entries.end() && !write_.creates) {
      return {FieldResult::kMissing};
    }
    const WrittenField written =
        entry == entries.end() ? Created(map, steps.subspan(1)) : At(*entry->value, steps.subspan(1));
    if (written.result != FieldResult::kFound) {
      return written;
    }
    if (entry == entries.end()) {
      entries.push_back({build_.String(steps.front(), map.span), written.object});
    } else {
      entry->value = written.object;
    }
    return {FieldResult::kFound, build_.WithEntries(map, entries)};
  }

  WrittenField Item(const Value& list, size_t index, std::span<const std::string> steps) {
    std::vector<const Value*> items(list.items().begin(), list.items().end());
    const bool is_new = index == items.size() && write_.creates;
    if (index >= items.size() && !is_new) {
      return {FieldResult::kInvalid};
    }
    const WrittenField written =
        is_new ? Created(list, steps.subspan(1)) : At(*items[index], steps.subspan(1));
    if (written.result != FieldResult::kFound) {
      return written;
    }
    items.resize(std::max(items.size(), index + 1));
    items[index] = written.object;
    return {FieldResult::kFound, build_.WithItems(list, items)};
  }

  // All items (`*`), or those that a condition selects.
  WrittenField Items(const Value& list, std::span<const std::string> steps) {
    std::optional<Condition> condition;
    std::optional<types::Pattern> pattern;
    if (steps.front() != "*") {
      condition = ReadCondition(steps.front());
      const Result<types::Pattern> compiled =
          types::Pattern::Compile(condition ? condition->value : Text("("), write_.limits);
      if (!compiled) {
        return {list.items().empty() && condition ? FieldResult::kUnknown : FieldResult::kInvalid};
      }
      pattern = *compiled;
    }
    std::vector<const Value*> items(list.items().begin(), list.items().end());
    bool is_selected = false, is_any = false, is_unknown = false;
    for (const Value*& item : items) {
      if (pattern && !IsSelected(*item, condition->key, *pattern)) {
        continue;
      }
      is_selected = true;
      const WrittenField written = At(*item, steps.subspan(1));
      if (written.result == FieldResult::kInvalid) {
        return written;
      }
      is_unknown = is_unknown || written.result == FieldResult::kUnknown;
      if (written.result == FieldResult::kFound) {
        item = written.object;
        is_any = true;
      }
    }
    if (is_unknown || is_any) {
      return is_unknown ? WrittenField{FieldResult::kUnknown}
                        : WrittenField{FieldResult::kFound, build_.WithItems(list, items)};
    }
    if (is_selected || !pattern || !write_.creates) {
      return {FieldResult::kMissing};
    }
    return WithNewItem(list, *condition, steps);
  }

  WrittenField WithNewItem(const Value& list, const Condition& condition,
                           std::span<const std::string> steps) {
    const Value* item = build_.String(condition.value, list.span);
    if (!condition.key.empty()) {
      const Entry entry{build_.String(condition.key, list.span), item};
      item = build_.Mapping({&entry, 1}, list.span);
    }
    const WrittenField written = At(*item, steps.subspan(1));
    if (written.result != FieldResult::kFound) {
      return written;
    }
    std::vector<const Value*> items(list.items().begin(), list.items().end());
    items.push_back(written.object);
    return {FieldResult::kFound, build_.WithItems(list, items)};
  }

  static bool IsSelected(const Value& item, Text key, const types::Pattern& pattern) {
    const Value* field = key.empty() ? &item : item.kind == Kind::kMapping ? value::Find(item, key) : nullptr;
    return field != nullptr && !field->is_collection() && pattern.Matches(field->raw.view());
  }

  const FieldWrite& write_;
  const bool is_annotation_;
  value::Builder& build_;
};

}  // namespace

std::vector<std::string> SplitFieldPath(Text path) {
  std::vector<std::string> parts(1);
  for (size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '.' && parts.back().ends_with('\\')) {
      parts.back().back() = '.';
    } else if (path[i] == '.') {
      if (i > 0) {
        parts.emplace_back();
      }
    } else {
      parts.back() += path[i];
    }
  }
  std::vector<std::string> steps;
  for (size_t i = 0; i < parts.size(); ++i) {
    std::string step = parts[i];
    if (!step.starts_with('[') || step.ends_with(']')) {
      steps.push_back(std::move(step));
      continue;
    }
    while (i + 1 < parts.size() && !step.ends_with(']')) {
      step += "." + parts[++i];
    }
    if (step.find('=') == std::string::npos) {
      step.erase(0, step.find_first_not_of("[]"));
      step.erase(step.find_last_not_of("[]") + 1);
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

const Value* ScalarInPlaceOf(const Value& original, Text text, Arena& arena) {
  Value* node = arena.New<Value>(original);
  node->raw = arena.CopyText(text);
  const value::Resolved resolved = value::Resolve(value::Dialect::kK8s, text);
  node->kind = resolved.kind;
  node->is_unsigned = resolved.is_unsigned;
  if (resolved.kind == Kind::kBool) {
    node->boolean = resolved.boolean;
  } else if (resolved.kind == Kind::kInt) {
    node->integer = resolved.integer;
  } else if (resolved.kind == Kind::kFloat) {
    node->real = resolved.real;
  }
  return node;
}

FoundField FindSourceField(const Value& object, std::span<const std::string> steps, size_t& left) {
  const Value* at = &object;
  for (const std::string& step : steps) {
    const std::optional<size_t> index = IndexOf(step);
    const bool is_of_list = index || IsCondition(step) || step == "-";
    if (step == "*") {
      return {FieldResult::kInvalid};
    }
    if (!TakeSteps(*at, left)) {
      return {FieldResult::kUnknown};
    }
    if (IsRecovered(*at) || at->kind != (is_of_list ? Kind::kSequence : Kind::kMapping)) {
      return {ResultOfOtherKind(*at)};
    }
    if (!is_of_list) {
      at = step.empty() ? at : value::Find(*at, step);
    } else if (step == "-") {
      at = at->items().empty() ? nullptr : at->items().back();
    } else if (index) {
      at = *index < at->items().size() ? at->items()[*index] : nullptr;
    } else {
      const std::optional<Condition> condition = ReadCondition(step);
      if (!condition) {
        return {FieldResult::kInvalid};
      }
      at = FindItem(*at, *condition);
    }
    if (at == nullptr) {
      return {FieldResult::kMissing};
    }
  }
  if (IsRecovered(*at)) {
    return {FieldResult::kUnknown};
  }
  const bool is_empty =
      at->kind == Kind::kNull || (at->is_collection() && at->items().empty() && at->entries().empty());
  return is_empty ? FoundField{FieldResult::kMissing} : FoundField{FieldResult::kFound, at};
}

WrittenField WriteFields(const Value& object, std::span<const std::string> steps, const FieldWrite& write,
                         value::Builder& build) {
  const bool is_annotation = steps.size() == 3 && steps[0] == "metadata" && steps[1] == "annotations";
  return FieldWriter(write, is_annotation, build).At(object, steps);
}

}  // namespace kval::kubernetes
