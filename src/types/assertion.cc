#include "src/types/assertion.h"

namespace kval::types {
namespace {

std::vector<Operand> Each(std::string_view part, const std::vector<TypeId>& types) {
  std::vector<Operand> operands;
  for (TypeId type : types) {
    operands.push_back({part, type});
  }
  return operands;
}

struct OperandsVisitor {
  using Operands = std::vector<Operand>;

  Operands operator()(const AllOf& a) const { return Each("all", a.types); }
  Operands operator()(const AnyOf& a) const { return Each("any", a.types); }
  Operands operator()(const ExactlyOne& a) const { return Each("one", a.types); }
  Operands operator()(const Not& a) const { return {{"not", a.type}}; }
  Operands operator()(const IfThenElse& a) const {
    Operands operands = {{"if", a.condition}};
    if (a.then.has_value()) {
      operands.push_back({"then", a.then});
    }
    if (a.otherwise.has_value()) {
      operands.push_back({"else", a.otherwise});
    }
    return operands;
  }
  Operands operator()(const RequiredKeys&) const { return {}; }
  Operands operator()(const DependentKeys&) const { return {}; }
  Operands operator()(const DependentType& a) const { return {{"then", a.type}}; }
  Operands operator()(const Contains& a) const { return {{"item", a.item}}; }
  Operands operator()(const KeyNames& a) const { return {{"key", a.type}}; }
  Operands operator()(const UnevaluatedKeys& a) const { return {{"others", a.type}}; }
  Operands operator()(const UnevaluatedItems& a) const { return {{"others", a.type}}; }
};

struct NameVisitor {
  std::string_view operator()(const AllOf&) const { return "all of"; }
  std::string_view operator()(const AnyOf&) const { return "any of"; }
  std::string_view operator()(const ExactlyOne&) const { return "exactly one of"; }
  std::string_view operator()(const Not&) const { return "not"; }
  std::string_view operator()(const IfThenElse&) const { return "if"; }
  std::string_view operator()(const RequiredKeys&) const { return "required keys"; }
  std::string_view operator()(const DependentKeys&) const { return "dependent keys"; }
  std::string_view operator()(const DependentType&) const { return "dependent type"; }
  std::string_view operator()(const Contains&) const { return "contains"; }
  std::string_view operator()(const KeyNames&) const { return "key names"; }
  std::string_view operator()(const UnevaluatedKeys&) const { return "unevaluated keys"; }
  std::string_view operator()(const UnevaluatedItems&) const { return "unevaluated items"; }
};

}  // namespace

std::vector<Operand> OperandsOf(const Assertion& assertion) {
  return std::visit(OperandsVisitor{}, assertion);
}

std::string_view NameOf(const Assertion& assertion) {
  return std::visit(NameVisitor{}, assertion);
}

}  // namespace kval::types
