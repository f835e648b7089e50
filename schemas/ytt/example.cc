#include "schemas/ytt/example.h"

#include <algorithm>

#include "src/value/falsy_value.h"

namespace kval::schemas::ytt {

std::string_view NameOf(value::Kind kind) {
  switch (kind) {
    case value::Kind::kBool:
      return "bool";
    case value::Kind::kInt:
      return "int";
    case value::Kind::kFloat:
      return "float";
    case value::Kind::kString:
      return "string";
    case value::Kind::kNull:
    case value::Kind::kSequence:
    case value::Kind::kMapping:
      return "null";
  }
  return "null";
}

bool IsStructure(const types::Model& model, types::TypeId id) {
  const types::Shape& shape = model.Resolve(id).shape;
  return std::holds_alternative<types::List>(shape) || std::holds_alternative<types::Record>(shape);
}

types::TypeId StructuredMember(const types::Model& model, const types::Union& choice) {
  const auto found = std::find_if(choice.variants.begin(), choice.variants.end(),
                                  [&](types::TypeId arm) { return IsStructure(model, arm); });
  return found == choice.variants.end() ? types::TypeId() : *found;
}

bool IsExample(const types::Model& model, const types::Type& type, const value::Value& value) {
  if (const auto* scalar = std::get_if<types::Scalar>(&type.shape)) {
    return scalar->kind == value.kind;
  }
  if (const auto* choice = std::get_if<types::Union>(&type.shape)) {
    return !StructuredMember(model, *choice).has_value() && !value.is_collection();
  }
  return std::holds_alternative<types::Literal>(type.shape);
}

const value::Value* ExampleOf(const types::Model& model, const types::Type& type,
                              const value::Value* fallback, value::Builder& build) {
  if (fallback != nullptr && fallback->kind != value::Kind::kNull && IsExample(model, type, *fallback)) {
    return fallback;
  }
  if (const auto* literal = std::get_if<types::Literal>(&type.shape)) {
    return literal->value;
  }
  if (const auto* choice = std::get_if<types::Union>(&type.shape)) {
    return choice->variants.empty()
               ? build.Null()
               : ExampleOf(model, model.Resolve(choice->variants.front()), nullptr, build);
  }
  const auto* scalar = std::get_if<types::Scalar>(&type.shape);
  if (fallback != nullptr && fallback->kind == value::Kind::kInt && scalar != nullptr &&
      scalar->kind == value::Kind::kFloat) {
    return build.Float(static_cast<double>(fallback->integer));
  }
  return scalar == nullptr ? build.Null() : value::MakeFalsyValue(scalar->kind, build);
}

std::string CountsOf(const std::vector<types::Count>& counts) {
  std::vector<std::string> numbers;
  for (const types::Count& count : counts) {
    if (count.at_least == 0 && count.at_most == types::Count::kUnbounded) {
      return ", missing_ok=True";
    }
    if (count.at_most == types::Count::kUnbounded) {
      numbers.push_back("\"" + std::to_string(count.at_least) + "+\"");
      continue;
    }
    for (int64_t number = count.at_least; number <= count.at_most; ++number) {
      numbers.push_back(std::to_string(number));
    }
  }
  if (numbers.empty()) {
    return ", missing_ok=True";
  }
  if (numbers.size() == 1) {
    return numbers[0] == "1" ? "" : ", expects=" + numbers[0];
  }
  std::string list;
  for (const std::string& number : numbers) {
    list += (list.empty() ? "" : ", ") + number;
  }
  return ", expects=[" + list + "]";
}

}  // namespace kval::schemas::ytt
