#include "schemas/null_defaults.h"

#include <deque>
#include <set>
#include <utility>
#include <variant>

#include "src/check/describe.h"

namespace kval::schemas {
namespace {

struct TypeAtPath {
  types::TypeId type;
  diag::Path path;
};

bool RefusesNull(const types::Type& type) {
  return !type.nullable && !type.ignores_other_kinds && !std::holds_alternative<types::Any>(type.shape) &&
         !std::holds_alternative<types::Null>(type.shape) &&
         !std::holds_alternative<types::InvalidType>(type.shape);
}

// Returns whether the key has a default that null would select.
bool HasDefault(const types::Field& field, const types::Type& type) {
  if (field.fallback.computed != nullptr || field.fallback.value != nullptr) {
    return field.fallback.value == nullptr || field.fallback.value->kind != value::Kind::kNull;
  }
  const bool is_structure =
      std::holds_alternative<types::List>(type.shape) || std::holds_alternative<types::Record>(type.shape);
  return field.presence == types::FieldPresence::kFilled && is_structure;
}

class Search {
 public:
  Search(const types::Model& model, NullTarget target) : model_(model), target_(target) {
    Add(model.root().type, {});
  }

  // Returns the first affected key in breadth-first order; null if there is none.
  const types::Field* Run(diag::Path& path) {
    while (!waiting_.empty()) {
      const TypeAtPath place = std::move(waiting_.front());
      waiting_.pop_front();
      const types::Type& type = model_.Resolve(place.type);
      if (const auto* list = std::get_if<types::List>(&type.shape)) {
        Add(list->item, Below(place.path, diag::PathStep::Index(0)));
      } else if (const auto* choice = std::get_if<types::Union>(&type.shape)) {
        for (types::TypeId arm : choice->variants) {
          Add(arm, place.path);
        }
      } else if (const auto* record = std::get_if<types::Record>(&type.shape)) {
        if (const types::Field* field = FindIn(*record, place.path)) {
          path = Below(place.path, check::StepOf(*field->key));
          return field;
        }
      }
    }
    return nullptr;
  }

 private:
  static diag::Path Below(diag::Path path, diag::PathStep step) {
    path.push_back(std::move(step));
    return path;
  }

  void Add(types::TypeId type, diag::Path path) {
    if (seen_.insert(&model_.Resolve(type)).second) {
      waiting_.push_back({type, std::move(path)});
    }
  }

  const types::Field* FindIn(const types::Record& record, const diag::Path& path) {
    const bool is_of_kcl = record.schema.has_value();
    for (const types::Field& field : record.fields) {
      const types::Type& type = model_.Resolve(field.type);
      const bool is_filled = target_ == NullTarget::kKcl ? field.presence == types::FieldPresence::kFilled
                                                         : field.presence != types::FieldPresence::kRequired;
      if (is_of_kcl != (target_ == NullTarget::kKcl) && is_filled && RefusesNull(type) &&
          HasDefault(field, type)) {
        return &field;
      }
      Add(field.type, Below(path, check::StepOf(*field.key)));
    }
    for (const types::KeyRule& rule : record.key_rules) {
      Add(rule.value, Below(path, diag::PathStep::Key("*")));
    }
    return nullptr;
  }

  const types::Model& model_;
  NullTarget target_;
  std::set<const types::Type*> seen_;
  std::deque<TypeAtPath> waiting_;
};

}  // namespace

void ReportNullForDefaults(const types::Model& model, NullTarget target, ConversionWarnings& losses) {
  diag::Path path;
  const types::Field* field = Search(model, target).Run(path);
  if (field == nullptr) {
    return;
  }
  const bool to_kcl = target == NullTarget::kKcl;
  losses.Report(
      {field->span, std::move(path),
       to_kcl ? "that null is rejected for a key with a default" : "that null means the default",
       to_kcl ? "in KCL, None means the default; reported once for all keys" : "reported once for all keys",
       to_kcl ? "" : "leave the key out instead of giving it null", false});
}

}  // namespace kval::schemas
