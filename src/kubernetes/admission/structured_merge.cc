#include "src/kubernetes/admission/structured_merge.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "schemas/crd/unique_items.h"
#include "schemas/kubernetes/list_keys.h"
#include "src/support/native_stack.h"
#include "src/value/builder.h"
#include "src/value/compare.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using types::TypeId;
using value::Entry;
using value::Kind;
using value::Value;

constexpr Text kPrefix = "failed to convert patch object to typed object: ";

// A type of the schema; without a type everything is allowed.
class MergeType {
 public:
  MergeType(const types::Model& model, TypeId type, bool is_custom)
      : model_(&model), type_(&model.Resolve(type)), is_custom_(is_custom) {}
  MergeType() = default;

  const types::Record* record() const { return Shape<types::Record>(); }
  const types::List* list() const { return Shape<types::List>(); }
  const types::Scalar* scalar() const { return Shape<types::Scalar>(); }

  // The type of a key; nullopt if the schema does not declare it.
  std::optional<MergeType> Field(Text key) const {
    const types::Record* map = record();
    if (map == nullptr) {
      return MergeType();
    }
    const types::Field* field = map->Find(model_->interner().Find(key));
    if (field != nullptr) {
      return MergeType(*model_, field->type, is_custom_);
    }
    if (!map->key_rules.empty()) {
      return MergeType(*model_, map->key_rules.front().value, is_custom_);
    }
    return map->open ? std::optional(MergeType()) : std::nullopt;
  }

  bool IsRequired(Text key) const {
    const types::Field* field = record() == nullptr ? nullptr : record()->Find(model_->interner().Find(key));
    return field != nullptr && field->presence == types::FieldPresence::kRequired;
  }

  // Whether it is a map with arbitrary keys, not an object with fields.
  bool is_map() const {
    return record() != nullptr && record()->fields.empty() && !record()->key_rules.empty();
  }

  MergeType Item() const {
    return list() == nullptr ? MergeType() : MergeType(*model_, list()->item, is_custom_);
  }

  // The keys that identify items of the list; without keys the whole items do. Nullopt for an atomic list.
  std::optional<std::vector<std::string>> Keys() const {
    if (type_ == nullptr) {
      return std::nullopt;
    }
    for (const types::RuleId rule : type_->rules) {
      const auto* custom = std::get_if<types::Custom>(&model_->Get(rule).test);
      const types::Predicate* predicate = custom == nullptr ? nullptr : custom->predicate.get();
      if (const auto* builtin = dynamic_cast<const schemas::kubernetes::ListKeys*>(predicate)) {
        return builtin->keys();
      }
      // Of a built-in kind this is a rule of the API server.
      const auto* of_crd = dynamic_cast<const schemas::crd::UniqueItems*>(predicate);
      if (of_crd != nullptr && is_custom_) {
        return of_crd->keys();
      }
    }
    return std::nullopt;
  }

 private:
  template <typename T>
  const T* Shape() const {
    return type_ == nullptr ? nullptr : std::get_if<T>(&type_->shape);
  }

  const types::Model* model_ = nullptr;
  const types::Type* type_ = nullptr;
  bool is_custom_ = false;
};

const Value* ChildOf(const Value& map, Text key) {
  return map.kind == Kind::kMapping ? value::Find(map, key) : nullptr;
}

bool IsEmpty(const Value* collection) {
  return collection == nullptr || (collection->items().empty() && collection->entries().empty());
}

// Whether a scalar fits, as structured-merge-diff knows scalars: `integer` and `number` are both numeric.
bool Fits(const types::Scalar& scalar, const Value& value) {
  const auto is_number = [](Kind kind) { return kind == Kind::kInt || kind == Kind::kFloat; };
  return value.kind == Kind::kNull || value.kind == scalar.kind ||
         (is_number(scalar.kind) && is_number(value.kind));
}

// The values of an item's keys, null for omitted ones, or the item itself.
using ItemKey = std::vector<const Value*>;

bool SameKey(const ItemKey& a, const ItemKey& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Value* x, const Value* y) {
    return x == nullptr || y == nullptr ? x == y : value::Compare(*x, *y) == 0;
  });
}

class Merger {
 public:
  Merger(const MergeSchema& schema, Arena& arena) : schema_(schema), build_(&arena) {}

  // Checks a part of the configuration. Returns false after setting the error.
  bool Check(const Value& patch, const MergeType& type, diag::Path& path) {
    NeedStack();
    if (type.scalar() != nullptr && !Fits(*type.scalar(), patch)) {
      return Fail(path, "expected " + Name(type.scalar()->kind) + ", got " + Name(patch.kind));
    }
    if ((patch.kind == Kind::kMapping && (type.list() != nullptr || type.scalar() != nullptr)) ||
        (patch.kind == Kind::kSequence && (type.record() != nullptr || type.scalar() != nullptr)) ||
        (!patch.is_collection() && patch.kind != Kind::kNull &&
         (type.record() != nullptr || type.list() != nullptr))) {
      return Fail(path, "the value is not of the kind that the schema declares");
    }
    return patch.kind == Kind::kMapping    ? CheckMap(patch, type, path)
           : patch.kind == Kind::kSequence ? CheckList(patch, type, path)
                                           : true;
  }

  // Null is a missing value; not both are null.
  const Value* Merge(const Value* left, const Value* right, const MergeType& type) {
    NeedStack();
    if (right == nullptr) {
      return left;
    }
    const bool is_null = right->kind == Kind::kNull;
    if (left != nullptr && left->is_collection() && is_null) {
      return IsEmpty(left) ? right : left;
    }
    if (right->kind == Kind::kMapping && !IsEmpty(right)) {
      const Value* base = left != nullptr && left->kind == Kind::kMapping ? left : nullptr;
      return MergeMaps(base, *right, type);
    }
    if (right->kind == Kind::kSequence && !IsEmpty(right) && type.Keys()) {
      const Value* base = left != nullptr && left->kind == Kind::kSequence ? left : nullptr;
      return MergeLists(base, *right, type, *type.Keys());
    }
    return right->is_collection() && IsEmpty(right) && !IsEmpty(left) ? left : right;
  }

  std::string error() const {
    return atomics_.empty()
               ? error_
               : "invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: " + atomics_;
  }
  bool has_atomics() const { return !atomics_.empty(); }

 private:
  static std::string Name(Kind kind) {
    switch (kind) {
      case Kind::kBool:
        return "boolean";
      case Kind::kInt:
      case Kind::kFloat:
        return "numeric";
      case Kind::kString:
        return "string";
      default:
        return "another kind of value";
    }
  }

  bool Fail(const diag::Path& path, const std::string& message) {
    error_ = std::string(kPrefix) + PathText(path) + ": " + message;
    return false;
  }

  static std::string PathText(const diag::Path& path) {
    std::string text;
    for (const diag::PathStep& step : path) {
      text += step.index >= 0 ? "[" + std::to_string(step.index) + "]" : "." + step.key;
    }
    return text;
  }

  void AddAtomic(const diag::Path& path) { atomics_ += (atomics_.empty() ? "" : ", ") + PathText(path); }

  bool CheckMap(const Value& patch, const MergeType& type, diag::Path& path) {
    if (schema_.is_atomic_map(path)) {
      AddAtomic(path);
    }
    for (const Entry& entry : patch.entries()) {
      path.push_back(diag::PathStep::Key(entry.key->raw));
      const std::optional<MergeType> field = type.Field(entry.key->raw);
      if (!field) {
        return Fail(path, "field not declared in schema");
      }
      if (!Check(*entry.value, *field, path)) {
        return false;
      }
      path.pop_back();
    }
    return true;
  }

  bool CheckList(const Value& patch, const MergeType& type, diag::Path& path) {
    const std::optional<std::vector<std::string>> keys = type.Keys();
    if (!keys) {
      AddAtomic(path);
    }
    std::vector<ItemKey> known;
    for (size_t i = 0; i < patch.items().size(); ++i) {
      const Value& item = *patch.items()[i];
      path.push_back(diag::PathStep::Index(i));
      if (keys && !AddKey(item, *keys, type.Item(), path, known)) {
        return false;
      }
      if (!Check(item, type.Item(), path)) {
        return false;
      }
      path.pop_back();
    }
    return true;
  }

  bool AddKey(const Value& item, const std::vector<std::string>& keys, const MergeType& type,
              const diag::Path& path, std::vector<ItemKey>& known) {
    std::optional<ItemKey> key = KeyOf(item, keys, type);
    if (!key) {
      return Fail(path, "associative list with keys has an element that omits all key fields");
    }
    const auto is_same = [&](const ItemKey& other) { return SameKey(*key, other); };
    if (std::any_of(known.begin(), known.end(), is_same)) {
      return Fail(path, "duplicate entries for a key");
    }
    known.push_back(*std::move(key));
    return true;
  }

  std::optional<ItemKey> KeyOf(const Value& item, const std::vector<std::string>& keys,
                               const MergeType& type) {
    if (keys.empty()) {
      return item.is_collection() || item.kind == Kind::kNull ? std::nullopt : std::optional(ItemKey{&item});
    }
    ItemKey found;
    for (const std::string& key : keys) {
      const Value* value = ChildOf(item, key);
      value = value == nullptr ? DefaultOf(key, type) : value;
      if (value != nullptr && value->is_collection()) {
        return std::nullopt;
      }
      found.push_back(value);
    }
    const bool has_key =
        std::any_of(found.begin(), found.end(), [](const Value* value) { return value != nullptr; });
    return has_key && item.kind == Kind::kMapping ? std::optional(std::move(found)) : std::nullopt;
  }

  // The default of a key: required fields have the zero value of their Go type. Null if it has none.
  const Value* DefaultOf(Text key, const MergeType& type) {
    if (key == "protocol") {
      return build_.String("TCP");
    }
    const std::optional<MergeType> field = type.IsRequired(key) ? type.Field(key) : std::nullopt;
    const types::Scalar* scalar = field ? field->scalar() : nullptr;
    return scalar == nullptr ? nullptr : scalar->kind == Kind::kString ? build_.String("") : build_.Int(0);
  }

  const Value* MergeMaps(const Value* left, const Value& right, const MergeType& type) {
    std::vector<Entry> entries;
    for (const Entry& entry : left == nullptr ? std::span<const Entry>() : left->entries()) {
      const Value* other = ChildOf(right, entry.key->raw);
      const MergeType field = type.Field(entry.key->raw).value_or(MergeType());
      entries.push_back({entry.key, Merge(entry.value, other, field)});
    }
    for (const Entry& entry : right.entries()) {
      if (left == nullptr || ChildOf(*left, entry.key->raw) == nullptr) {
        const MergeType field = type.Field(entry.key->raw).value_or(MergeType());
        entries.push_back({entry.key, Merge(nullptr, entry.value, field)});
      }
    }
    return build_.WithEntries(left == nullptr ? right : *left, entries);
  }

  // The order of structured-merge-diff: items of both sides keep their orders, as far as these agree.
  const Value* MergeLists(const Value* left, const Value& right, const MergeType& type,
                          const std::vector<std::string>& keys) {
    const std::span<const Value* const> lefts =
        left == nullptr ? std::span<const Value* const>() : left->items();
    const std::span<const Value* const> rights = right.items();
    std::vector<std::optional<ItemKey>> left_keys, right_keys;
    for (const Value* item : lefts) {
      left_keys.push_back(KeyOf(*item, keys, type.Item()));
    }
    for (const Value* item : rights) {
      right_keys.push_back(KeyOf(*item, keys, type.Item()));
    }
    const auto find = [](const std::vector<std::optional<ItemKey>>& all, const std::optional<ItemKey>& key) {
      size_t i = 0;
      while (i < all.size() && !(key && all[i] && SameKey(*key, *all[i]))) {
        ++i;
      }
      return i;
    };
    std::vector<size_t> shared;  // items of the right side that the left side has
    for (size_t r = 0; r < rights.size(); ++r) {
      if (find(left_keys, right_keys[r]) < lefts.size()) {
        shared.push_back(r);
      }
    }
    size_t next_shared = 0;
    std::vector<bool> is_merged(rights.size());
    std::vector<const Value*> items;
    const auto take = [&](size_t r) {
      is_merged[r] = true;
      const size_t l = find(left_keys, right_keys[r]);
      items.push_back(Merge(l < lefts.size() ? lefts[l] : nullptr, rights[r], type.Item()));
    };
    for (size_t l = 0, r = 0; l < lefts.size() || r < rights.size();) {
      const size_t same = l < lefts.size() ? find(right_keys, left_keys[l]) : rights.size();
      if (l < lefts.size() && r < rights.size()) {
        if (same == r) {
          take(r);
          ++l;
          ++r;
          ++next_shared;
          continue;
        }
        if (same < rights.size() && next_shared < shared.size() && shared[next_shared] != same) {
          ++l;
          continue;
        }
      }
      if (l < lefts.size()) {
        if (same == rights.size()) {
          items.push_back(lefts[l]);
          ++l;
          continue;
        }
        l += is_merged[same] ? 1 : 0;
      }
      if (r < rights.size()) {
        take(r);
        next_shared += next_shared < shared.size() && shared[next_shared] == r ? 1 : 0;
        ++r;
      }
    }
    return build_.WithItems(left == nullptr ? right : *left, items);
  }

  const MergeSchema& schema_;
  value::Builder build_;
  std::string error_, atomics_;
};

// Whether Go omits a field with this value.
bool IsOmitted(const Value& value, const MergeType& type) {
  const bool is_empty_map = value.kind == Kind::kMapping && value.entries().empty() && type.is_map();
  return value.kind == Kind::kNull || is_empty_map ||
         (value.kind == Kind::kSequence && value.items().empty());
}

// Returns the rest of the paths that begin with a key; empty: the path is the key.
std::vector<Text> PathsBelow(const std::vector<Text>& paths, Text key) {
  std::vector<Text> below;
  for (Text path : paths) {
    if (!path.starts_with(key)) {
      continue;
    }
    path.remove_prefix(key.size());
    path.remove_prefix(path.starts_with("[]") ? 2 : 0);
    if (path.empty() || path.starts_with('.')) {
      below.push_back(path.substr(path.empty() ? 0 : 1));
    }
  }
  return below;
}

bool Contains(const std::vector<Text>& paths, Text path) {
  return std::find(paths.begin(), paths.end(), path) != paths.end();
}

const Value* WithoutEmpty(const Value& value, const MergeType& type, const std::vector<Text>& kept_lists,
                          value::Builder& build) {
  NeedStack();
  if (value.kind == Kind::kSequence) {
    std::vector<const Value*> items;
    for (const Value* item : value.items()) {
      items.push_back(WithoutEmpty(*item, type.Item(), kept_lists, build));
    }
    const bool is_same = std::equal(items.begin(), items.end(), value.items().begin(), value.items().end());
    return is_same ? &value : build.WithItems(value, items);
  }
  if (value.kind != Kind::kMapping || type.record() == nullptr || type.is_map()) {
    return &value;
  }
  std::vector<Entry> entries;
  bool is_same = true;
  for (const Entry& entry : value.entries()) {
    const std::optional<MergeType> field = type.Field(entry.key->raw);
    const std::vector<Text> of_field = PathsBelow(kept_lists, entry.key->raw);
    const bool is_kept = entry.value->kind == Kind::kSequence && Contains(of_field, Text());
    if (field && !is_kept && IsOmitted(*entry.value, *field)) {
      is_same = false;
      continue;
    }
    const Value* kept = field ? WithoutEmpty(*entry.value, *field, of_field, build) : entry.value;
    is_same = is_same && kept == entry.value;
    entries.push_back({entry.key, kept});
  }
  return is_same ? &value : build.WithEntries(value, entries);
}

}  // namespace

const value::Value* WithoutEmptyFields(const value::Value& object, const MergeSchema& schema,
                                       const std::vector<std::string_view>& kept_lists, Arena& arena) {
  value::Builder build(&arena);
  return WithoutEmpty(object, MergeType(schema.model, schema.type, schema.is_custom), kept_lists, build);
}

Result<const value::Value*> MergeApplyConfiguration(const value::Value& object, const value::Value& patch,
                                                    const MergeSchema& schema, Arena& arena) {
  Merger merger(schema, arena);
  const MergeType type(schema.model, schema.type, schema.is_custom);
  diag::Path path;
  if (!merger.Check(patch, type, path) || merger.has_atomics()) {
    return Failure{"error applying patch: " + merger.error()};
  }
  return merger.Merge(&object, &patch, type);
}

}  // namespace kval::kubernetes
