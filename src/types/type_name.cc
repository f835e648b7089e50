#include <algorithm>
#include <string>
#include <unordered_set>
#include <vector>

#include "src/types/model.h"
#include "src/value/compare.h"

namespace kval::types {
namespace {

// Collects the names of the possible types: one, or those of all nested union members, each once.
class Names {
 public:
  explicit Names(const Model& model) : model_(model) {}

  const std::vector<std::string>& Of(TypeId id) {
    std::vector<const Type*> left = {&model_.Resolve(id)};
    while (!left.empty()) {
      const Type& type = *left.back();
      left.pop_back();
      if (!seen_.insert(&type).second) {
        continue;
      }
      if (const auto* choice = std::get_if<Union>(&type.shape)) {
        for (auto arm = choice->variants.rbegin(); arm != choice->variants.rend(); ++arm) {
          left.push_back(&model_.Resolve(*arm));
        }
      } else {
        Add(NameOf(type));
      }
    }
    return names_;
  }

 private:
  void Add(std::string name) {
    if (std::find(names_.begin(), names_.end(), name) == names_.end()) {
      names_.push_back(std::move(name));
    }
  }

  static std::string NameOf(const Type& type) {
    struct Visitor {
      std::string operator()(const Any&) const { return "any value"; }
      std::string operator()(const Never&) const { return "no value"; }
      std::string operator()(const Null&) const { return "null"; }
      std::string operator()(const InvalidType&) const { return "any value"; }
      std::string operator()(const Scalar& scalar) const { return std::string(value::KindName(scalar.kind)); }
      std::string operator()(const Literal& literal) const { return value::Abbreviate(*literal.value); }
      std::string operator()(const List&) const { return "array"; }
      std::string operator()(const Record&) const { return "map"; }
      std::string operator()(const Union&) const { return {}; }
      std::string operator()(const Named&) const { return {}; }
    };
    return std::visit(Visitor{}, type.shape);
  }

  const Model& model_;
  std::vector<std::string> names_;
  std::unordered_set<const Type*> seen_;
};

}  // namespace

std::string TypeName(const Model& model, TypeId id) {
  Names names(model);
  std::string text;
  const std::vector<std::string>& all = names.Of(id);
  for (size_t i = 0; i < all.size(); ++i) {
    text += (i == 0 ? "" : (i + 1 == all.size() ? " or " : ", ")) + all[i];
  }
  return text;
}

}  // namespace kval::types
