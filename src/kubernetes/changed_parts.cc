#include "src/kubernetes/changed_parts.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "src/kubernetes/admission/fields.h"
#include "src/kubernetes/admission/same_object.h"
#include "src/support/native_stack.h"
#include "src/value/compare.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;
using value::Value;

const Value kMissing{};

bool HasFieldsOf(const Value& value, const Value& old);

// Whether each item is in the old list: the one with the same name, or at the same position.
bool HasItemsOf(const Value& list, const Value& old) {
  std::map<Text, const Value*> named;
  for (const Value* item : old.items()) {
    named.emplace(TextField(item, "name"), item);
  }
  const bool are_named = !named.contains("") && !named.empty();
  if (!are_named && list.items().size() != old.items().size()) {
    return false;
  }
  for (size_t i = 0; i < list.items().size(); ++i) {
    const Value& item = *list.items()[i];
    const auto same = named.find(TextField(&item, "name"));
    const Value* other = !are_named ? old.items()[i] : same == named.end() ? nullptr : same->second;
    if (other == nullptr || !HasFieldsOf(item, *other)) {
      return false;
    }
  }
  return true;
}

// Whether the old value has each field of the new one, with the same value.
bool HasFieldsOf(const Value& value, const Value& old) {
  NeedStack();
  if (value.kind == Kind::kMapping && old.kind == Kind::kMapping) {
    return std::all_of(value.entries().begin(), value.entries().end(), [&](const value::Entry& entry) {
      const Value* other = value::Find(old, entry.key->raw);
      return other == nullptr ? IsSameObject(*entry.value, kMissing) : HasFieldsOf(*entry.value, *other);
    });
  }
  if (value.kind == Kind::kSequence && old.kind == Kind::kSequence) {
    return HasItemsOf(value, old);
  }
  return IsSameObject(value, kMissing) || value::Compare(value, old) == 0;
}

// A part with the path below the compared one, as exceptions write it.
struct OpenPart {
  ChangedPart part;
  std::string pattern;
};

// Returns the children of two maps or of two lists with the same number of items.
std::optional<std::vector<OpenPart>> ChildrenOf(const OpenPart& open) {
  const Value* value = open.part.value;
  const Value* old = open.part.old;
  const auto has_kind = [&](Kind kind) {
    return (value != nullptr || old != nullptr) && (value == nullptr || value->kind == kind) &&
           (old == nullptr || old->kind == kind);
  };
  std::vector<OpenPart> children;
  const auto add = [&](diag::PathStep step, std::string pattern, const Value* a, const Value* b) {
    children.push_back({{open.part.path, a, b}, std::move(pattern)});
    children.back().part.path.push_back(std::move(step));
  };
  if (has_kind(Kind::kMapping)) {
    const std::string prefix = open.pattern.empty() ? "" : open.pattern + ".";
    for (const value::Entry& entry : EntriesOf(value)) {
      const Text key = entry.key->raw;
      add(diag::PathStep::Key(key), prefix + std::string(key), FieldOf(value, key), FieldOf(old, key));
    }
    for (const value::Entry& entry : EntriesOf(old)) {
      const Text key = entry.key->raw;
      if (value == nullptr || value::Find(*value, key) == nullptr) {
        add(diag::PathStep::Key(key), prefix + std::string(key), nullptr, FieldOf(old, key));
      }
    }
    return children;
  }
  if (!has_kind(Kind::kSequence) || ItemsOf(value).size() != ItemsOf(old).size()) {
    return std::nullopt;
  }
  for (size_t i = 0; i < ItemsOf(value).size(); ++i) {
    add(diag::PathStep::Index(i), open.pattern + "[]", value->items()[i], old->items()[i]);
  }
  return children;
}

// The exceptions of a row.
class Exceptions {
 public:
  explicit Exceptions(Text except) : except_(except) {}
  bool Contains(Text pattern) const {
    return Any([&](Text path) { return path == pattern; });
  }
  bool HasBelow(Text pattern) const {
    return Any([&](Text path) {
      return pattern.empty() || (path.starts_with(pattern) && path.size() > pattern.size() &&
                                 (path[pattern.size()] == '.' || path[pattern.size()] == '['));
    });
  }

 private:
  template <typename Fn>
  bool Any(Fn matches) const {
    for (Text rest = except_; !rest.empty();) {
      const size_t end = std::min(rest.find(','), rest.size());
      if (matches(rest.substr(0, end))) {
        return true;
      }
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return false;
  }

  Text except_;
};

// Returns the deepest part that contains all differences.
ChangedPart Deepest(OpenPart open, PartEquality equality) {
  constexpr size_t kMostLevels = 32;
  for (size_t level = 0; level < kMostLevels && open.part.value != nullptr && open.part.old != nullptr;
       ++level) {
    std::optional<std::vector<OpenPart>> children = ChildrenOf(open);
    if (!children) {
      break;
    }
    std::erase_if(*children, [&](const OpenPart& child) {
      return IsUnchanged(child.part.value, child.part.old, equality);
    });
    if (children->size() != 1) {
      break;
    }
    open = std::move(children->front());
  }
  return std::move(open.part);
}

}  // namespace

bool IsUnchanged(const Value* value, const Value* old, PartEquality equality) {
  if (equality == PartEquality::kLive) {
    return value == nullptr || HasFieldsOf(*value, old == nullptr ? kMissing : *old);
  }
  return IsSameObject(value == nullptr ? kMissing : *value, old == nullptr ? kMissing : *old);
}

std::vector<ChangedPart> FindChanges(ChangedPart part, Text except, PartEquality equality) {
  const Exceptions exceptions(except);
  std::vector<ChangedPart> changes;
  std::vector<OpenPart> open;
  open.push_back({std::move(part), ""});
  while (!open.empty()) {
    OpenPart next = std::move(open.back());
    open.pop_back();
    if (exceptions.Contains(next.pattern) || IsUnchanged(next.part.value, next.part.old, equality)) {
      continue;
    }
    std::optional<std::vector<OpenPart>> children;
    if (exceptions.HasBelow(next.pattern)) {
      children = ChildrenOf(next);
    }
    if (children) {
      std::move(children->rbegin(), children->rend(), std::back_inserter(open));
    } else {
      changes.push_back(Deepest(std::move(next), equality));
    }
  }
  return changes;
}

}  // namespace kval::kubernetes
