#include "src/driver/schemas/pipeline_expressions.h"

#include <string_view>
#include <unordered_map>
#include <vector>

#include "src/support/keyed_hash.h"
#include "src/support/native_stack.h"
#include "src/value/builder.h"

namespace kval::driver {
namespace {

using value::Entry;
using value::Kind;
using value::Value;

// Of children; aliases may make the result exponentially larger than the document.
constexpr size_t kMostChildren = size_t{1} << 20;

bool IsExpression(const Value& key) {
  const std::string_view text = key.raw;
  return key.kind == Kind::kString && text.starts_with("${{") && text.ends_with("}}");
}

class Replacer {
 public:
  explicit Replacer(Arena& arena) : build_(&arena) {}

  bool is_exhausted() const { return left_ == 0; }

  const Value* Of(const Value& value) {
    NeedStack();
    const bool is_empty = value.entries().empty() && value.items().empty();
    if (is_empty || is_exhausted()) {
      return &value;
    }
    // Aliases of a collection have the same children.
    const void* children = value.kind == Kind::kMapping ? static_cast<const void*>(value.entries().data())
                                                        : static_cast<const void*>(value.items().data());
    const auto known = replaced_.find(children);
    if (known != replaced_.end()) {
      return known->second;
    }
    const Value* made = value.kind == Kind::kMapping ? Mapping(value) : Sequence(value);
    replaced_.emplace(children, made);
    return made;
  }

 private:
  void Spend(size_t count) { left_ = left_ > count ? left_ - count : 0; }

  const Value* Mapping(const Value& mapping) {
    std::vector<Entry> entries;
    TextMap<std::string_view, size_t> index;
    bool is_changed = false;
    const auto add = [&](const Entry& entry) {
      const auto [known, is_new] = index.try_emplace(entry.key->raw.view(), entries.size());
      if (is_new) {
        entries.push_back(entry);
      } else {
        entries[known->second] = entry;
      }
    };
    Spend(mapping.entries().size());
    for (const Entry& entry : mapping.entries()) {
      const Value* now = Of(*entry.value);
      is_changed = is_changed || now != entry.value || IsExpression(*entry.key);
      if (!IsExpression(*entry.key)) {
        add({entry.key, now});
        continue;
      }
      Spend(now->entries().size());
      for (const Entry& below : now->entries()) {
        add(below);
      }
    }
    return is_changed ? build_.WithEntries(mapping, entries) : &mapping;
  }

  const Value* Sequence(const Value& sequence) {
    std::vector<const Value*> items;
    bool is_changed = false;
    Spend(sequence.items().size());
    for (const Value* item : sequence.items()) {
      const bool is_expression = item->entries().size() == 1 && IsExpression(*item->entries()[0].key);
      const Value* now = Of(is_expression ? *item->entries()[0].value : *item);
      is_changed = is_changed || now != item;
      if (is_expression && now->kind == Kind::kSequence) {
        Spend(now->items().size());
        items.insert(items.end(), now->items().begin(), now->items().end());
      } else {
        items.push_back(now);
      }
    }
    return is_changed ? build_.WithItems(sequence, items) : &sequence;
  }

  value::Builder build_;
  std::unordered_map<const void*, const Value*> replaced_;
  size_t left_ = kMostChildren;
};

}  // namespace

const Value* ReplacePipelineExpressions(const Value& root, Arena& arena) {
  Replacer replacer(arena);
  const Value* replaced = replacer.Of(root);
  return replacer.is_exhausted() ? &root : replaced;
}

}  // namespace kval::driver
