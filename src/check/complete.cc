#include "src/check/complete.h"

#include <cstddef>
#include <span>
#include <unordered_set>
#include <vector>

#include "src/check/field_marks.h"
#include "src/check/fields.h"
#include "src/check/fits.h"
#include "src/check/union_discriminator.h"
#include "src/support/native_stack.h"
#include "src/value/builder.h"

namespace kval::check {
namespace {

// Steps per node of a default: shared types can have defaults far larger than the schema, or infinite ones.
constexpr uint64_t kStepsOfADefault = 64;
// Defaults of ordinary schemas are free.
constexpr size_t kFreeDefaults = 1000;
// Nested defaults up to this depth are not memoized; few schemas are deeper.
constexpr size_t kShallowDefaults = 100;

class Completer {
 public:
  Completer(const types::Model& model, ValidationState& worker, Arena& arena)
      : model_(model), worker_(worker), build_(&arena) {}

  const value::Value* Value(const value::Value& value, types::TypeId id) {
    if (!value.is_collection() || value.gap == value::Recovery::kError) {
      return &value;
    }
    NeedStack();
    const types::Type& type = model_.Resolve(id);
    if (const auto* record = std::get_if<types::Record>(&type.shape);
        record && value.kind == value::Kind::kMapping) {
      return Mapping(value, *record);
    }
    if (const auto* list = std::get_if<types::List>(&type.shape);
        list && value.kind == value::Kind::kSequence) {
      return Sequence(value, list->item);
    }
    if (const auto* choice = std::get_if<types::Union>(&type.shape); choice && value.is_collection()) {
      return Member(value, *choice);
    }
    return &value;
  }

  const value::Value* Default(const types::Field& field) {
    NeedStack();
    if (++defaults_ > kFreeDefaults && !worker_.Spend(kStepsOfADefault)) {
      return nullptr;
    }
    const bool is_deep = open_depth_ >= kShallowDefaults;
    if (is_deep && !open_.insert(&field).second) {
      worker_.SetInfiniteDefault(field);
      return nullptr;
    }
    ++open_depth_;
    const value::Value* made = Make(field);
    --open_depth_;
    if (is_deep) {
      open_.erase(&field);
    }
    return made;
  }

 private:
  const value::Value* Make(const types::Field& field) {
    if (worker_.infinite_default() != nullptr) {
      return nullptr;
    }
    if (field.fallback.value != nullptr) {
      return Value(*field.fallback.value, field.type);
    }
    if (field.fallback.computed != nullptr) {
      return nullptr;
    }
    const types::Type& type = model_.Resolve(field.type);
    if (const auto* record = std::get_if<types::Record>(&type.shape)) {
      return DefaultMapping(*record, field);
    }
    if (std::holds_alternative<types::List>(type.shape)) {
      return build_.Sequence({}, field.span.has_value() ? field.span : type.span);
    }
    return nullptr;
  }

  // A value intended for one member is completed as that member. If several are possible, the one that then
  // fits; another's defaults need not fit.
  const value::Value* Member(const value::Value& value, const types::Union& choice) {
    const value::Value* first = nullptr;
    size_t suggested = 0;
    for (types::TypeId arm : choice.variants) {
      if (worker_.KindsOf(model_, arm).Has(value.kind) && !Contradicts(model_, arm, value, worker_)) {
        const value::Value* completed = AsMember(value, arm);
        if (Fits(*completed, arm, model_, worker_)) {
          return completed;
        }
        first = suggested++ == 0 ? completed : first;
      }
    }
    return suggested == 1 ? first : &value;
  }

  // Remembered: members of nested unions ask for the same values over and over.
  const value::Value* AsMember(const value::Value& value, types::TypeId arm) {
    const value::Value*& known = worker_.Completed(&value, arm);
    if (known != nullptr || !worker_.Spend()) {
      return known != nullptr ? known : &value;
    }
    known = &value;  // a member of itself adds nothing
    known = Value(value, arm);
    return known;
  }

  const value::Value* DefaultMapping(const types::Record& record, const types::Field& field) {
    std::vector<value::Entry> entries;
    AppendMissing(record, FieldMarks(record), entries);
    return build_.Mapping(entries, field.span.has_value() ? field.span : model_.Resolve(field.type).span);
  }

  void AppendMissing(const types::Record& record, const FieldMarks& present,
                     std::vector<value::Entry>& entries) {
    for (const types::Field& field : record.fields) {
      if (present.Has(field) || field.presence != types::FieldPresence::kFilled) {
        continue;
      }
      if (const value::Value* made = Default(field)) {
        entries.push_back({field.key, made});
      }
    }
  }

  // The same value unless something is added to it: most documents say all that there is to say.
  const value::Value* Mapping(const value::Value& value, const types::Record& record) {
    std::vector<value::Entry> entries;  // empty while nothing has changed
    FieldMarks present(record);
    FieldCursor fields(model_, record);
    const std::span<const value::Entry> given = value.entries();
    for (size_t i = 0; i < given.size(); ++i) {
      const value::Value* completed = given[i].value;
      if (const types::Field* field = fields.Find(*given[i].key)) {
        present.Set(*field);
        completed = Value(*completed, field->type);
      } else if (const types::KeyRule* rule = KeyRuleOf(record, *given[i].key, value)) {
        completed = Value(*completed, rule->value);
      }
      if (entries.empty() && completed != given[i].value) {
        entries.reserve(given.size() + record.fields.size());
        entries.assign(given.begin(), given.begin() + static_cast<ptrdiff_t>(i));
      }
      if (!entries.empty() || completed != given[i].value) {
        entries.push_back({given[i].key, completed});
      }
    }
    const bool changed = !entries.empty();
    std::vector<value::Entry> missing;
    if (!IsRecovered(value)) {
      AppendMissing(record, present, missing);
    }
    if (!changed && missing.empty()) {
      return &value;
    }
    if (!changed) {
      entries.assign(given.begin(), given.end());
    }
    entries.insert(entries.end(), missing.begin(), missing.end());
    return build_.WithEntries(value, entries);
  }

  const value::Value* Sequence(const value::Value& value, types::TypeId item) {
    std::vector<const value::Value*> items;  // empty while nothing has changed
    const std::span<const value::Value* const> given = value.items();
    for (size_t i = 0; i < given.size(); ++i) {
      const value::Value* completed = Value(*given[i], item);
      if (items.empty() && completed != given[i]) {
        items.assign(given.begin(), given.end());
      }
      if (!items.empty()) {
        items[i] = completed;
      }
    }
    return items.empty() ? &value : build_.WithItems(value, items);
  }

  const types::Model& model_;
  ValidationState& worker_;
  value::Builder build_;
  size_t defaults_ = 0;
  // The fields whose defaults are being made, each for the one before. What makes a default does not depend
  // on where it is made, so that one which needs itself has no end.
  size_t open_depth_ = 0;
  std::unordered_set<const types::Field*> open_;  // those below the first kShallowDefaults
};

}  // namespace

const value::Value* Complete(const value::Value& value, types::TypeId type, const types::Model& model,
                             ValidationState& worker, Arena& arena) {
  return Completer(model, worker, arena).Value(value, type);
}

const value::Value* Complete(const value::Value& value, types::TypeId type, const types::Model& model,
                             Arena& arena) {
  ValidationState worker;
  const value::Value* completed = Complete(value, type, model, worker, arena);
  worker.ThrowIfExhausted();
  return completed;
}

const value::Value* Complete(const value::Value& document, const types::Model& model, Arena& arena) {
  return Complete(document, model.root().type, model, arena);
}

const value::Value* DefaultOf(const types::Field& field, const types::Model& model, Arena& arena) {
  ValidationState worker;
  const value::Value* made = DefaultOf(field, model, worker, arena);
  worker.ThrowIfExhausted();
  return made;
}

const value::Value* DefaultOf(const types::Field& field, const types::Model& model, ValidationState& worker,
                              Arena& arena) {
  return Completer(model, worker, arena).Default(field);
}

}  // namespace kval::check
