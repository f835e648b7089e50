#include <vector>

#include "src/check/checker.h"
#include "src/check/fields.h"
#include "src/support/native_stack.h"
#include "src/value/builder.h"

namespace kval::check {
namespace {

// A node of a default costs so many steps: types that are shared make defaults that are far larger than the
// schema, or that never end.
constexpr uint64_t kStepsOfADefault = 64;
// But for the first ones: what a schema of ordinary size adds is no work to speak of.
constexpr size_t kFreeDefaults = 1000;

class Completer {
 public:
  Completer(const types::Model& model, Worker& worker, Arena& arena)
      : model_(model), worker_(worker), build_(&arena) {}

  const value::Value* Value(const value::Value& value, types::TypeId id) {
    NeedStack();
    if (value.gap == value::Gap::kAll) {
      return &value;
    }
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

 private:
  // A value that only one member is meant for is completed like it. Of several the one counts that it fits
  // then: what another would add need not fit.
  const value::Value* Member(const value::Value& value, const types::Union& choice) {
    const value::Value* first = nullptr;
    size_t meant = 0;
    for (types::TypeId arm : choice.arms) {
      if (worker_.KindsOf(model_, arm).Has(value.kind) && !Contradicts(model_, arm, value)) {
        const value::Value* completed = AsMember(value, arm);
        if (Fits(*completed, arm, model_, worker_)) {
          return completed;
        }
        first = meant++ == 0 ? completed : first;
      }
    }
    return meant == 1 ? first : &value;
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
    AppendMissing(record, std::vector<bool>(record.fields.size()), entries);
    return build_.Mapping(entries, field.span.has_value() ? field.span : model_.Resolve(field.type).span);
  }

  void AppendMissing(const types::Record& record, const std::vector<bool>& present,
                     std::vector<value::Entry>& entries) {
    for (size_t i = 0; i < record.fields.size(); ++i) {
      const types::Field& field = record.fields[i];
      if (present[i] || field.presence != types::Presence::kFilled) {
        continue;
      }
      if (const value::Value* made = Default(field)) {
        entries.push_back({field.key, made});
      }
    }
  }

  const value::Value* Mapping(const value::Value& value, const types::Record& record) {
    std::vector<value::Entry> entries;
    entries.reserve(value.entries().size() + record.fields.size());
    std::vector<bool> present(record.fields.size());
    bool changed = false;
    FieldCursor fields(model_, record);
    for (const value::Entry& entry : value.entries()) {
      const value::Value* completed = entry.value;
      if (const types::Field* field = fields.Find(*entry.key)) {
        present[static_cast<size_t>(field - record.fields.data())] = true;
        completed = Value(*entry.value, field->type);
      } else if (const types::KeyRule* rule = KeyRuleOf(record, *entry.key, value)) {
        completed = Value(*entry.value, rule->value);
      }
      changed = changed || completed != entry.value;
      entries.push_back({entry.key, completed});
    }
    const size_t given = entries.size();
    if (!HasGap(value)) {
      AppendMissing(record, present, entries);
    }
    changed = changed || entries.size() != given;
    return changed ? build_.WithEntries(value, entries) : &value;
  }

  const value::Value* Sequence(const value::Value& value, types::TypeId item) {
    std::vector<const value::Value*> items(value.items().begin(), value.items().end());
    bool changed = false;
    for (const value::Value*& child : items) {
      const value::Value* completed = Value(*child, item);
      changed = changed || completed != child;
      child = completed;
    }
    return changed ? build_.WithItems(value, items) : &value;
  }

  const types::Model& model_;
  Worker& worker_;
  value::Builder build_;
  size_t defaults_ = 0;
};

}  // namespace

const value::Value* Complete(const value::Value& value, types::TypeId type, const types::Model& model,
                             Worker& worker, Arena& arena) {
  return Completer(model, worker, arena).Value(value, type);
}

const value::Value* Complete(const value::Value& value, types::TypeId type, const types::Model& model,
                             Arena& arena) {
  Worker worker;
  const value::Value* completed = Complete(value, type, model, worker, arena);
  worker.NeedBudget();
  return completed;
}

const value::Value* Complete(const value::Value& document, const types::Model& model, Arena& arena) {
  return Complete(document, model.root().type, model, arena);
}

const value::Value* DefaultOf(const types::Field& field, const types::Model& model, Arena& arena) {
  Worker worker;
  const value::Value* made = DefaultOf(field, model, worker, arena);
  worker.NeedBudget();
  return made;
}

const value::Value* DefaultOf(const types::Field& field, const types::Model& model, Worker& worker,
                              Arena& arena) {
  return Completer(model, worker, arena).Default(field);
}

}  // namespace kval::check
