#include <algorithm>

#include "src/helm/functions/conversion.h"
#include "src/helm/functions/functions_of.h"

// Source: Sprig defaults.go and reflect.go.
namespace kval::helm::functions {

using gotemplate::Call;
using gotemplate::Value;

Value Default(Call& call) {
  return call[call.size() == 1 || IsEmpty(call[1]) ? 0 : 1];
}

Value Empty(Call& call) {
  return Value::Bool(IsEmpty(call[0]));
}

Value Coalesce(Call& call) {
  const auto found = std::find_if_not(call.args().begin(), call.args().end(), IsEmpty);
  return found == call.args().end() ? Value() : *found;
}

Value All(Call& call) {
  return Value::Bool(std::none_of(call.args().begin(), call.args().end(), IsEmpty));
}

Value Any(Call& call) {
  return Value::Bool(!std::all_of(call.args().begin(), call.args().end(), IsEmpty));
}

Value Ternary(Call& call) {
  return call[call[2].boolean() ? 0 : 1];
}

Value TypeOf(Call& call) {
  return call.Text(TypeName(call[0]));
}

Value TypeIs(Call& call) {
  return Value::Bool(call[0].text() == TypeName(call[1]));
}

Value TypeIsLike(Call& call) {
  const std::string name = TypeName(call[1]);
  return Value::Bool(call[0].text() == name || "*" + std::string(call[0].text()) == name);
}

Value KindOf(Call& call) {
  return call.Text(KindName(call[0]));
}

Value KindIs(Call& call) {
  return Value::Bool(call[0].text() == KindName(call[1]));
}

Value AreDeeplyEqual(Call& call) {
  return Value::Bool(DeepEqual(call, call[0], call[1]));
}

}  // namespace kval::helm::functions
