#include "src/types/sensitive.h"

#include <algorithm>
#include <set>
#include <variant>

#include "src/types/rule.h"

namespace kval::types {
namespace {

// Visits every type that can be reached from the root, each once.
class Walk {
 public:
  explicit Walk(const Model& model) : model_(model) {}

  std::vector<std::string> Run() {
    if (model_.has_root()) {
      open_.push_back(model_.root().type);
    }
    while (!open_.empty()) {
      const TypeId id = open_.back();
      open_.pop_back();
      if (id.has_value() && seen_.insert(id.index).second) {
        Visit(model_.Get(id).shape);
      }
    }
    return {names_.begin(), names_.end()};
  }

 private:
  bool IsSensitive(TypeId id) const {
    const Type& type = model_.Get(id);
    return type.doc->sensitive || model_.Resolve(id).doc->sensitive ||
           std::any_of(type.rules.begin(), type.rules.end(), [&](RuleId rule) {
             const auto* format = std::get_if<Format>(&model_.Get(rule).test);
             return format != nullptr && format->name == "password";
           });
  }

  void Visit(const Shape& shape) {
    if (const auto* record = std::get_if<Record>(&shape)) {
      for (const Field& field : record->fields) {
        if (IsSensitive(field.type)) {
          names_.emplace(model_.interner().Text(field.name));
        }
        open_.push_back(field.type);
      }
      for (const KeyRule& rule : record->key_rules) {
        open_.push_back(rule.value);
      }
    } else if (const auto* list = std::get_if<List>(&shape)) {
      open_.push_back(list->item);
    } else if (const auto* either = std::get_if<Union>(&shape)) {
      open_.insert(open_.end(), either->arms.begin(), either->arms.end());
    } else if (const auto* named = std::get_if<Named>(&shape)) {
      open_.push_back(named->target);
    }
  }

  const Model& model_;
  std::vector<TypeId> open_;
  std::set<int32_t> seen_;
  std::set<std::string> names_;
};

}  // namespace

std::vector<std::string> SensitiveKeys(const Model& model) {
  return Walk(model).Run();
}

}  // namespace kval::types
