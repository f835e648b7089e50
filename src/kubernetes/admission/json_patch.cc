#include "src/kubernetes/admission/json_patch.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "src/support/native_stack.h"
#include "src/value/builder.h"
#include "src/value/compare.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Entry;
using value::Kind;
using value::Value;

// A part of a path without `~1` and `~0`.
std::string Decoded(Text part) {
  std::string key;
  for (size_t i = 0; i < part.size(); ++i) {
    const bool is_escape =
        part[i] == '~' && i + 1 < part.size() && (part[i + 1] == '0' || part[i + 1] == '1');
    key += is_escape ? (part[++i] == '1' ? '/' : '~') : part[i];
  }
  return key;
}

const Value* ChildOf(const Value& map, Text key) {
  return map.kind == Kind::kMapping ? value::Find(map, key) : nullptr;
}

// An index of a list; nullopt if it is no number or out of range. `size`: the number of valid places.
std::optional<size_t> IndexOf(Text key, size_t size) {
  int64_t index = 0;
  key.remove_prefix(key.starts_with('+') ? 1 : 0);
  const auto read = std::from_chars(key.data(), key.data() + key.size(), index);
  if (read.ec != std::errc() || read.ptr != key.data() + key.size()) {
    return std::nullopt;
  }
  const auto places = static_cast<int64_t>(size);
  index += index < 0 ? places : 0;
  return index >= 0 && index < places ? std::optional(static_cast<size_t>(index)) : std::nullopt;
}

bool IsSame(const Value* a, const Value* b) {
  NeedStack();
  const bool is_null_a = a == nullptr || a->kind == Kind::kNull;
  const bool is_null_b = b == nullptr || b->kind == Kind::kNull;
  if (is_null_a || is_null_b) {
    return is_null_a && is_null_b;
  }
  if (a->kind == Kind::kSequence || b->kind == Kind::kSequence) {
    return a->kind == b->kind &&
           std::equal(a->items().begin(), a->items().end(), b->items().begin(), b->items().end(), IsSame);
  }
  if (a->kind == Kind::kMapping || b->kind == Kind::kMapping) {
    return a->kind == b->kind && a->entries().size() == b->entries().size() &&
           std::all_of(a->entries().begin(), a->entries().end(), [b](const Entry& entry) {
             const Value* other = ChildOf(*b, entry.key->raw);
             return other != nullptr && IsSame(entry.value, other);
           });
  }
  return value::Compare(*a, *b) == 0;
}

// Each operation copies the collections that it changes: 16 bytes for each of their entries.
constexpr size_t kMostCopied = 10'000'000;

class Patcher {
 public:
  Patcher(const Value& object, Arena& arena) : root_(&object), build_(&arena) {}

  // Returns false after a failed test or an error.
  bool Apply(const JsonPatchOperation& operation) {
    if (copied_ > kMostCopied) {
      return Fail("the operations change too many large collections");
    }
    const Text op = operation.op;
    if (op == "add") {
      return Add(operation.path, operation.value);
    }
    if (op == "remove") {
      return Remove(operation.path);
    }
    if (op == "replace") {
      return Replace(operation.path, operation.value);
    }
    if (op == "test") {
      return Test(operation);
    }
    if (op != "move" && op != "copy") {
      return Fail("Unexpected kind: " + operation.op);
    }
    std::optional<Place> from = Find(operation.from);
    if (!from) {
      return Fail(operation.op + " operation does not apply: doc is missing from path: " + operation.from);
    }
    const Value* value = nullptr;
    if (!Get(*from, value)) {
      return Fail("error in " + operation.op + " for path: '" + operation.from + "'");
    }
    const bool has_place = value == nullptr || value->span.has_value();
    const Value* const placed = has_place ? value : build_.WithSpan(*value, operation.origin);
    return (op == "copy" || Remove(operation.from)) && Add(operation.path, placed);
  }

  const Value* root() const { return root_; }
  const std::string& error() const { return error_; }

 private:
  // A place in a collection: the collections on the way from the root with the keys to follow.
  struct Place {
    std::vector<const Value*> collections;
    std::vector<std::string> keys;

    const Value& last() const { return *collections.back(); }
    const std::string& key() const { return keys.back(); }
  };

  bool Fail(std::string message) {
    error_ = std::move(message);
    return false;
  }

  // Nullopt if a collection on the way does not exist.
  std::optional<Place> Find(Text path) {
    size_t slash = path.find('/');
    if (slash == Text::npos) {
      return std::nullopt;
    }
    Place place;
    const Value* at = root_;
    while (true) {
      const size_t end = path.find('/', slash + 1);
      place.collections.push_back(at);
      copied_ += at->items().size() + at->entries().size();
      place.keys.push_back(Decoded(path.substr(slash + 1, end == Text::npos ? end : end - slash - 1)));
      if (end == Text::npos) {
        return place;
      }
      const Value* next = nullptr;
      if (!Get(place, next) || next == nullptr || !next->is_collection()) {
        return std::nullopt;
      }
      at = next;
      slash = end;
    }
  }

  // `value`: null if a map does not have the key. Returns false for an invalid index.
  static bool Get(const Place& place, const Value*& value) {
    const Value& last = place.last();
    if (last.kind == Kind::kMapping) {
      value = ChildOf(last, place.key());
      return true;
    }
    const std::optional<size_t> index = IndexOf(place.key(), last.items().size());
    value = index ? last.items()[*index] : nullptr;
    return index.has_value();
  }

  // Replaces the collection of a place, and the collections around it.
  void Put(const Place& place, const Value* changed) {
    for (size_t i = place.collections.size() - 1; i > 0; --i) {
      const Value& outer = *place.collections[i - 1];
      const std::string& key = place.keys[i - 1];
      changed = outer.kind == Kind::kMapping ? WithEntry(outer, key, changed)
                                             : WithItem(outer, *IndexOf(key, outer.items().size()), changed);
    }
    root_ = changed;
  }

  const Value* WithEntry(const Value& map, Text key, const Value* value) {
    std::vector<Entry> entries(map.entries().begin(), map.entries().end());
    const auto same = std::find_if(entries.begin(), entries.end(),
                                   [key](const Entry& entry) { return entry.key->raw == key; });
    if (same == entries.end()) {
      entries.push_back({build_.String(key, value->span), value});
    } else {
      same->value = value;
    }
    return build_.WithEntries(map, entries);
  }

  const Value* WithItem(const Value& list, size_t index, const Value* value) {
    std::vector<const Value*> items(list.items().begin(), list.items().end());
    items[index] = value;
    return build_.WithItems(list, items);
  }

  bool Add(const std::string& path, const Value* value) {
    const std::optional<Place> place = Find(path);
    if (!place) {
      return Fail("add operation does not apply: doc is missing path: \"" + path + "\"");
    }
    value = value == nullptr ? build_.Null() : value;
    const Value& last = place->last();
    if (last.kind == Kind::kMapping) {
      Put(*place, WithEntry(last, place->key(), value));
      return true;
    }
    std::vector<const Value*> items(last.items().begin(), last.items().end());
    const std::optional<size_t> index =
        place->key() == "-" ? items.size() : IndexOf(place->key(), items.size() + 1);
    if (!index) {
      return Fail("error in add for path: '" + path + "': the index is not in the list");
    }
    items.insert(items.begin() + static_cast<std::ptrdiff_t>(*index), value);
    Put(*place, build_.WithItems(last, items));
    return true;
  }

  bool Remove(const std::string& path) {
    const std::optional<Place> place = Find(path);
    if (!place) {
      return Fail("remove operation does not apply: doc is missing path: \"" + path + "\"");
    }
    const Value& last = place->last();
    if (last.kind == Kind::kMapping) {
      std::vector<Entry> entries(last.entries().begin(), last.entries().end());
      const size_t removed =
          std::erase_if(entries, [&](const Entry& entry) { return entry.key->raw == place->key(); });
      if (removed == 0) {
        return Fail("error in remove for path: '" + path +
                    "': Unable to remove nonexistent key: " + place->key());
      }
      Put(*place, build_.WithEntries(last, entries));
      return true;
    }
    std::vector<const Value*> items(last.items().begin(), last.items().end());
    const std::optional<size_t> index = IndexOf(place->key(), items.size());
    if (!index) {
      return Fail("error in remove for path: '" + path + "': the index is not in the list");
    }
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(*index));
    Put(*place, build_.WithItems(last, items));
    return true;
  }

  bool Replace(const std::string& path, const Value* value) {
    const std::optional<Place> place = Find(path);
    const Value* old = nullptr;
    if (!place || !Get(*place, old)) {
      return Fail("replace operation does not apply: doc is missing path: " + path);
    }
    value = value == nullptr ? build_.Null() : value;
    const Value& last = place->last();
    Put(*place, last.kind == Kind::kMapping
                    ? WithEntry(last, place->key(), value)
                    : WithItem(last, *IndexOf(place->key(), last.items().size()), value));
    return true;
  }

  bool Test(const JsonPatchOperation& operation) {
    if (operation.path.empty()) {
      return IsSame(root_, operation.value);
    }
    const std::optional<Place> place = Find(operation.path);
    const Value* value = nullptr;
    if (!place || !Get(*place, value)) {
      return Fail("test operation does not apply: is missing path: " + operation.path);
    }
    return IsSame(value, operation.value);
  }

  const Value* root_;
  value::Builder build_;
  std::string error_;
  size_t copied_ = 0;  // the sizes of all collections that operations replaced
};

}  // namespace

Result<const value::Value*> ApplyJsonPatch(const value::Value& object,
                                           std::span<const JsonPatchOperation> operations, Arena& arena) {
  Patcher patcher(object, arena);
  for (const JsonPatchOperation& operation : operations) {
    if (!patcher.Apply(operation)) {
      return patcher.error().empty() ? Result<const Value*>(&object)
                                     : Result<const Value*>(Failure{"JSON Patch: " + patcher.error()});
    }
  }
  return patcher.root();
}

}  // namespace kval::kubernetes
