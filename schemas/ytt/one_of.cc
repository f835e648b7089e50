#include "schemas/ytt/one_of.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <variant>

#include "schemas/ytt/example.h"
#include "schemas/ytt/starlark_text.h"

namespace kval::schemas::ytt {
namespace {

// The names of types in the order of the members, each once.
class UnionTypeNames {
 public:
  void Add(std::string_view name) {
    if (std::find(names_.begin(), names_.end(), name) == names_.end()) {
      names_.push_back(name);
    }
  }
  std::string Text() const {
    std::string text;
    for (std::string_view name : names_) {
      text += (text.empty() ? "\"" : ", \"") + std::string(name) + "\"";
    }
    return text;
  }

 private:
  std::vector<std::string_view> names_;
};

// A value of the type must be one of those.
std::string RuleFor(const std::string& type, const std::string& values) {
  return "(" + StarlarkString("of type " + type + " only " + values) + ", lambda v: type(v) != \"" + type +
         "\" or v in [" + values + "])";
}

}  // namespace

bool HasOneOf(const types::Model& model, const types::Union& choice) {
  size_t structures = 0;
  for (types::TypeId arm : choice.variants) {
    const types::Shape& shape = model.Resolve(arm).shape;
    structures += IsStructure(model, arm) ? 1 : 0;
    if (std::holds_alternative<types::Any>(shape) || std::holds_alternative<types::Union>(shape) ||
        std::holds_alternative<types::InvalidType>(shape)) {
      return false;
    }
  }
  return structures <= 1;
}

OneOfArgument MakeOneOfArgument(const types::Model& model, const types::Union& choice, bool with_null) {
  UnionTypeNames names;
  std::map<std::string_view, std::string> literals;  // by the name of their type
  std::set<std::string_view> whole;
  for (types::TypeId arm : choice.variants) {
    const types::Shape& shape = model.Resolve(arm).shape;
    if (const auto* scalar = std::get_if<types::Scalar>(&shape)) {
      names.Add(NameOf(scalar->kind));
      whole.insert(NameOf(scalar->kind));
    } else if (const auto* literal = std::get_if<types::Literal>(&shape)) {
      names.Add(NameOf(literal->value->kind));
      std::string& list = literals[NameOf(literal->value->kind)];
      list += (list.empty() ? "" : ", ") + StarlarkText(*literal->value);
    } else if (std::holds_alternative<types::Null>(shape)) {
      names.Add("null");
    }
  }
  if (with_null) {
    names.Add("null");
  }
  OneOfArgument text{names.Text(), {}};
  for (const auto& [name, values] : literals) {
    if (!whole.contains(name)) {
      text.functions.push_back(RuleFor(std::string(name), values));
    }
  }
  return text;
}

}  // namespace kval::schemas::ytt
