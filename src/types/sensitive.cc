#include "src/types/sensitive.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>

#include "src/types/rule.h"

namespace kval::types {
namespace {

// Whether the assertion is about parts of a value, or about excluded values.
bool IsOfOthers(const Assertion& assertion) {
  return std::holds_alternative<Not>(assertion) || std::holds_alternative<Contains>(assertion) ||
         std::holds_alternative<KeyNames>(assertion) || std::holds_alternative<UnevaluatedKeys>(assertion) ||
         std::holds_alternative<UnevaluatedItems>(assertion);
}

// Visits every type reachable from the root once. A type is secret if it, or a type for the same value, is
// declared secret: a reference target, a union member, an operand of an assertion.
class Walk {
 public:
  explicit Walk(const Model& model) : model_(model) {}

  std::vector<std::string> From(TypeId root) {
    open_.push_back(root);
    while (!open_.empty()) {
      const TypeId id = open_.back();
      open_.pop_back();
      if (id.has_value() && seen_.insert(id.index).second) {
        Visit(id, model_.Get(id));
      }
    }
    Spread();
    std::set<std::string> names;
    for (const auto& [name, type] : fields_) {
      if (sensitive_.contains(type.index)) {
        names.emplace(model_.interner().Text(name));
      }
    }
    return {names.begin(), names.end()};
  }

 private:
  static bool IsPassword(const Rule& rule) {
    const auto* format = std::get_if<Format>(&rule.test);
    return format != nullptr && format->name == "password";
  }

  void Visit(TypeId id, const Type& type) {
    if (type.doc->sensitive) {
      reported_.push_back(id.index);
    }
    Shape(id, type.shape);
    for (const RuleId rule : type.rules) {
      if (IsPassword(model_.Get(rule))) {
        reported_.push_back(id.index);
      }
      if (const auto* assertion = std::get_if<Assertion>(&model_.Get(rule).test)) {
        for (const Operand& operand : OperandsOf(*assertion)) {
          IsOfOthers(*assertion) ? open_.push_back(operand.type) : Same(id, operand.type);
        }
      }
    }
  }

  void Shape(TypeId id, const types::Shape& shape) {
    if (const auto* record = std::get_if<Record>(&shape)) {
      if (seen_fields_.insert(record->fields.begin()).second) {  // many types may share them
        for (const Field& field : record->fields) {
          fields_.emplace_back(field.name, field.type);
          open_.push_back(field.type);
        }
      }
      for (const KeyRule& rule : record->key_rules) {
        open_.push_back(rule.value);
      }
    } else if (const auto* list = std::get_if<List>(&shape)) {
      open_.push_back(list->item);
    } else if (const auto* either = std::get_if<Union>(&shape)) {
      for (const TypeId arm : either->variants) {
        Same(id, arm);
      }
    } else if (const auto* named = std::get_if<Named>(&shape)) {
      Same(id, named->target);
    }
  }

  void Same(TypeId outer, TypeId inner) {
    if (inner.has_value()) {
      outer_of_.emplace(inner.index, outer.index);
      open_.push_back(inner);
    }
  }

  void Spread() {
    while (!reported_.empty()) {
      const int32_t id = reported_.back();
      reported_.pop_back();
      if (sensitive_.insert(id).second) {
        const auto [first, last] = outer_of_.equal_range(id);
        std::for_each(first, last, [&](const auto& outer) { reported_.push_back(outer.second); });
      }
    }
  }

  const Model& model_;
  std::vector<TypeId> open_;
  std::unordered_set<int32_t> seen_;
  std::unordered_set<const Field*> seen_fields_;        // first ones
  std::vector<int32_t> reported_;                       // types that say it
  std::unordered_multimap<int32_t, int32_t> outer_of_;  // a type, and one that it is a part of
  std::unordered_set<int32_t> sensitive_;
  std::vector<std::pair<Symbol, TypeId>> fields_;
};

}  // namespace

std::vector<std::string> SensitiveKeys(const Model& model) {
  return SensitiveKeys(model, model.root().type);
}

std::vector<std::string> SensitiveKeys(const Model& model, TypeId type) {
  return model.has_secrets() ? Walk(model).From(type) : std::vector<std::string>();
}

void SecretKeys::Add(std::vector<std::string> keys) {
  if (!keys.empty()) {
    lists_.insert(std::make_shared<const std::vector<std::string>>(std::move(keys)));
  }
}

void SecretKeys::Add(const SecretKeys& others) {
  lists_.insert(others.lists_.begin(), others.lists_.end());
}

std::vector<std::string> SecretKeys::All() const {
  std::vector<std::string> keys;
  for (const auto& list : lists_) {
    keys.insert(keys.end(), list->begin(), list->end());
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

}  // namespace kval::types
