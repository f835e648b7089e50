#include "src/kubernetes/null_pruning.h"

#include <algorithm>
#include <vector>

#include "src/check/complete.h"
#include "src/check/fields.h"
#include "src/support/native_stack.h"
#include "src/value/builder.h"
#include "src/value/compare.h"

namespace kval::kubernetes {
namespace {

using value::Kind;

constexpr size_t kMostShown = 3;

class Pruner {
 public:
  Pruner(const types::Model& model, NullPolicy nulls, Arena& arena)
      : model_(model), nulls_(nulls), build_(&arena) {}

  const value::Value* Value(const value::Value& value, types::TypeId id) {
    NeedStack();
    if (!value.is_collection()) {
      return &value;
    }
    const types::Type& type = model_.Resolve(id);
    if (const auto* record = std::get_if<types::Record>(&type.shape);
        record != nullptr && value.kind == Kind::kMapping) {
      return Mapping(value, *record);
    }
    if (const auto* list = std::get_if<types::List>(&type.shape);
        list != nullptr && value.kind == Kind::kSequence && !list->open) {
      return Sequence(value, list->item);
    }
    const auto* choice = std::get_if<types::Union>(&type.shape);
    const types::TypeId* suggested =
        choice != nullptr && nulls_ == NullPolicy::kBuiltin ? Suggested(*choice, value) : nullptr;
    return suggested != nullptr ? Value(value, *suggested) : &value;
  }

 private:
  // The member that takes collections of the value's kind, or null.
  const types::TypeId* Suggested(const types::Union& choice, const value::Value& value) const {
    for (const types::TypeId& member : choice.variants) {
      const types::Shape& shape = model_.Resolve(member).shape;
      if (value.kind == Kind::kMapping ? std::holds_alternative<types::Record>(shape)
                                       : std::holds_alternative<types::List>(shape)) {
        return &member;
      }
    }
    return nullptr;
  }

  bool IsDropped(const types::Field& field) const {
    const bool may_be_null = nulls_ == NullPolicy::kCustom && model_.Resolve(field.type).nullable;
    return field.presence != types::FieldPresence::kRequired && !may_be_null;
  }

  bool IsDropped(const types::KeyRule& rule) const {
    return nulls_ == NullPolicy::kCustom && !model_.Resolve(rule.value).nullable;
  }

  // `on: 1` has the key "true": YAML is converted to JSON before validation.
  const value::Value* Key(const value::Value& key) {
    return key.kind == Kind::kString || key.is_collection() ? &key
                                                            : build_.String(value::PlainText(key), key.span);
  }

  const value::Value* Mapping(const value::Value& value, const types::Record& record) {
    std::vector<value::Entry> entries;
    entries.reserve(value.entries().size());
    bool changed = false;
    check::FieldCursor fields(model_, record);
    for (const value::Entry& entry : value.entries()) {
      const value::Value* key = Key(*entry.key);
      changed = changed || key != entry.key;
      const types::Field* field = fields.Find(*key);
      const types::KeyRule* rule =
          field == nullptr && !record.key_rules.empty() ? &record.key_rules.front() : nullptr;
      if (field == nullptr && rule == nullptr) {
        entries.push_back({key, entry.value});
        continue;
      }
      const bool is_null = entry.value->kind == Kind::kNull && entry.value->gap == value::Recovery::kNone;
      if (is_null && (field != nullptr ? IsDropped(*field) : IsDropped(*rule))) {
        changed = true;
        continue;
      }
      const bool is_zero = is_null && rule != nullptr && nulls_ == NullPolicy::kBuiltin;
      const value::Value* kept = is_zero ? Zero(*entry.value, rule->value)
                                         : Value(*entry.value, field != nullptr ? field->type : rule->value);
      changed = changed || kept != entry.value;
      entries.push_back({key, kept});
    }
    return changed ? build_.WithEntries(value, entries) : &value;
  }

  const value::Value* Sequence(const value::Value& value, types::TypeId item) {
    std::vector<const value::Value*> items(value.items().begin(), value.items().end());
    bool changed = false;
    for (const value::Value*& child : items) {
      const bool is_null = child->kind == Kind::kNull && child->gap == value::Recovery::kNone;
      const value::Value* kept =
          is_null && nulls_ == NullPolicy::kBuiltin ? Zero(*child, item) : Value(*child, item);
      changed = changed || kept != child;
      child = kept;
    }
    return changed ? build_.WithItems(value, items) : &value;
  }

  const value::Value* Zero(const value::Value& null, types::TypeId id) {
    const types::Type& type = model_.Resolve(id);
    if (const auto* scalar = std::get_if<types::Scalar>(&type.shape)) {
      return scalar->kind == Kind::kString ? build_.String("", null.span)
             : scalar->kind == Kind::kBool ? build_.Bool(false, null.span)
                                           : build_.Int(0, null.span);
    }
    if (std::holds_alternative<types::Record>(type.shape)) {
      return build_.Mapping({}, null.span);
    }
    return std::holds_alternative<types::Union>(type.shape) ? build_.Int(0, null.span) : &null;
  }

  const types::Model& model_;
  NullPolicy nulls_;
  value::Builder build_;
};

// Whether a value has nulls, or keys that are no strings. Without these nothing changes.
bool MayChange(const value::Value& value) {
  NeedStack();
  if (value.kind == Kind::kSequence) {
    return std::any_of(value.items().begin(), value.items().end(),
                       [](const value::Value* item) { return MayChange(*item); });
  }
  if (value.kind != Kind::kMapping) {
    return value.kind == Kind::kNull;
  }
  return std::any_of(value.entries().begin(), value.entries().end(), [](const value::Entry& entry) {
    return (entry.key->kind != Kind::kString && !entry.key->is_collection()) || MayChange(*entry.value);
  });
}

// Returns the value at a path, or null.
const value::Value* Follow(const value::Value& root, const diag::Path& path) {
  const value::Value* at = &root;
  for (const diag::PathStep& step : path) {
    if (step.index >= 0) {
      const auto index = static_cast<size_t>(step.index);
      at = at->kind == Kind::kSequence && index < at->items().size() ? at->items()[index] : nullptr;
    } else {
      at = at->kind == Kind::kMapping ? value::Find(*at, step.key) : nullptr;
    }
    if (at == nullptr) {
      return nullptr;
    }
  }
  return at;
}

// The key that a finding takes to be missing, where it is written with null.
const value::Entry* NullThatIsMissing(const value::Value& written, const diag::Diagnostic& finding) {
  if (finding.kind != diag::Kind::kMissingRequired || !finding.has_path || finding.path.empty() ||
      finding.path.back().index >= 0) {
    return nullptr;
  }
  diag::Path above = finding.path;
  above.pop_back();
  const value::Value* map = Follow(written, above);
  if (map == nullptr || map->kind != Kind::kMapping) {
    return nullptr;
  }
  for (const value::Entry& entry : map->entries()) {
    if (entry.value->kind == Kind::kNull && entry.key->kind == Kind::kString &&
        entry.key->raw == finding.path.back().key) {
      return &entry;
    }
  }
  return nullptr;
}

}  // namespace

const value::Value* CompleteCustomResource(const value::Value& written, const KindSchema& schema,
                                           check::ValidationState& worker, Arena& arena) {
  const value::Value* const pruned =
      PruneNulls(written, schema.type, *schema.model, NullPolicy::kCustom, arena);
  return check::Complete(*pruned, schema.type, *schema.model, worker, arena);
}

void PrunedNullLabeler::operator()(diag::Diagnostic& finding) const {
  if (const value::Entry* null = NullThatIsMissing(written, finding); null != nullptr) {
    finding.labels.front().span = null->key->span;
    finding.labels.front().text = "null is as if the key were left out";
    finding.fix = {};
  }
  const bool has_none = &written == &pruned;
  const value::Value* validated = finding.has_path && !has_none ? Follow(pruned, finding.path) : nullptr;
  const value::Value* original = validated != nullptr ? Follow(written, finding.path) : nullptr;
  if (original != nullptr && original != validated && original->kind == Kind::kMapping &&
      validated->kind == Kind::kMapping) {
    size_t left = kMostShown;
    for (const value::Entry& entry : original->entries()) {
      if (left > 0 && entry.value->kind == Kind::kNull && entry.key->kind == Kind::kString &&
          value::Find(*validated, entry.key->raw) == nullptr) {
        --left;
        finding.labels.push_back(
            {entry.key->span, "null is as if the key were left out", diag::LabelRole::kRelated});
      }
    }
  }
}

const value::Value* PruneNulls(const value::Value& value, types::TypeId type, const types::Model& model,
                               NullPolicy nulls, Arena& arena) {
  return MayChange(value) ? Pruner(model, nulls, arena).Value(value, type) : &value;
}

}  // namespace kval::kubernetes
