#include "src/lang/cel/library/library.h"
#include "src/lang/cel/quantity.h"

// apiserver, pkg/cel/library/quantity.go.
namespace kval::cel {
namespace {

Value ToQuantity(Call& call) {
  std::string why;
  const auto quantity = Quantity::Parse(call.args[0].text(), &why);
  return quantity ? Value::Of(call.context.heap().New<Quantity>(*quantity)) : call.context.Fail(why);
}

Value IsQuantity(Call& call) {
  std::string why;
  return Value::Bool(Quantity::Parse(call.args[0].text(), &why).has_value());
}

Value Sign(Call& call) {
  return Value::Int(call.args[0].quantity().Sign());
}

Value IsGreater(Call& call) {
  return Value::Bool(Compare(call.args[0].quantity(), call.args[1].quantity()) > 0);
}

Value IsLess(Call& call) {
  return Value::Bool(Compare(call.args[0].quantity(), call.args[1].quantity()) < 0);
}

Value CompareTo(Call& call) {
  return Value::Int(Compare(call.args[0].quantity(), call.args[1].quantity()));
}

Value AsFloat(Call& call) {
  return Value::Double(call.args[0].quantity().AsDouble());
}

Value AsInteger(Call& call) {
  const auto integer = call.args[0].quantity().AsInteger();
  return integer ? Value::Int(*integer) : call.context.Fail("cannot convert value to integer");
}

Value IsInteger(Call& call) {
  return Value::Bool(call.args[0].quantity().AsInteger().has_value());
}

Quantity Second(const Value& value) {
  return value.is(ValueKind::kInt) ? Quantity::FromInteger(value.integer()) : value.quantity();
}

template <auto Combine>
Value Combined(Call& call) {
  const auto result = Combine(call.args[0].quantity(), Second(call.args[1]));
  return result ? Value::Of(call.context.heap().New<Quantity>(*result))
                : call.context.Fail("quantity overflow");
}

constexpr std::string_view kWithBoth = "quantity, quantity -> quantity | quantity, int -> quantity";

constexpr LibraryEntry kQuantitiesEntries[] = {
    {"quantity", false, "string -> quantity", ToQuantity, CostOfPass},
    {"isQuantity", false, "string -> bool", IsQuantity, CostOfPass},
    {"sign", false, "quantity -> int", Sign},
    {"isGreaterThan", true, "quantity, quantity -> bool", IsGreater},
    {"isLessThan", true, "quantity, quantity -> bool", IsLess},
    {"compareTo", true, "quantity, quantity -> int", CompareTo},
    {"asApproximateFloat", true, "quantity -> double", AsFloat},
    {"asInteger", true, "quantity -> int", AsInteger},
    {"isInteger", true, "quantity -> bool", IsInteger},
    {"add", true, kWithBoth,
     Combined<static_cast<std::optional<Quantity> (*)(const Quantity&, const Quantity&)>(Add)>},
    {"sub", true, kWithBoth,
     Combined<static_cast<std::optional<Quantity> (*)(const Quantity&, const Quantity&)>(Subtract)>},
};

}  // namespace

std::span<const LibraryEntry> QuantityFunctions() {
  return kQuantitiesEntries;
}

}  // namespace kval::cel
