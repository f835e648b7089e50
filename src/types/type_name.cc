#include <algorithm>
#include <string>
#include <vector>

#include "src/types/model.h"
#include "src/value/compare.h"

namespace kval::types {
namespace {

void AppendArms(const Model& model, TypeId id, std::vector<std::string>& names);

std::string NameOf(const Model& model, const Type& type) {
  struct Visitor {
    const Model& model;
    std::string operator()(const Any&) const { return "any value"; }
    std::string operator()(const Null&) const { return "null"; }
    std::string operator()(const Poison&) const { return "any value"; }
    std::string operator()(const Scalar& scalar) const { return std::string(value::KindName(scalar.kind)); }
    std::string operator()(const Literal& literal) const { return value::Brief(*literal.value); }
    std::string operator()(const List&) const { return "array"; }
    std::string operator()(const Record&) const { return "map"; }
    std::string operator()(const Union& choice) const {
      std::vector<std::string> names;
      for (TypeId arm : choice.arms) {
        AppendArms(model, arm, names);
      }
      std::string text;
      for (size_t i = 0; i < names.size(); ++i) {
        text += i == 0 ? "" : (i + 1 == names.size() ? " or " : ", ");
        text += names[i];
      }
      return text;
    }
    std::string operator()(const Named& named) const { return TypeName(model, named.target); }
  };
  return std::visit(Visitor{model}, type.shape);
}

void AppendArms(const Model& model, TypeId id, std::vector<std::string>& names) {
  const std::string name = NameOf(model, model.Resolve(id));
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    names.push_back(name);
  }
}

}  // namespace

std::string TypeName(const Model& model, TypeId id) {
  return NameOf(model, model.Resolve(id));
}

}  // namespace kval::types
