#pragma once

#include <string>
#include <string_view>

#include "src/lang/starlark/host_value.h"
#include "src/modules/encode.h"
#include "src/modules/value_check.h"

namespace kval::modules {

// A rule of the `validations` module, a function of one value: returns True, or `(False, found)`. Without an
// argument it returns its documentation; `rule.check(value)` returns True or fails like the objects of
// `assert`.
class Rule final : public starlark::HostValue, public Unencodable {
 public:
  // `argument` is the rule's argument, True for rules without one.
  Rule(std::string name, starlark::Value argument, std::string doc, ValueCheck validator)
      : name_(std::move(name)), argument_(argument), doc_(std::move(doc)), validator_(std::move(validator)) {}

  // The equivalent keyword of `@schema/validation`, and its value.
  const std::string& name() const { return name_; }
  starlark::Value argument() const { return argument_; }
  // `Minimum: at least 1`
  const std::string& doc() const { return doc_; }
  const ValueCheck& validator() const { return validator_; }

  std::string_view TypeName() const override { return "@ytt:validations.rule"; }
  std::string Repr() const override { return "<rule " + name_ + ">"; }
  bool IsCallable() const override { return true; }
  starlark::Outcome<starlark::Value> Invoke(const starlark::Call& call) override;
  starlark::Outcome<starlark::Value> Attr(starlark::Interpreter& interpreter, std::string_view name) override;
  std::vector<std::string> AttrNames() const override { return {"check"}; }

  std::string ConversionHint() const override {
    return std::string(TypeName()) + " does not encode (did you mean to call it?)";
  }
  // The check captures only the argument and values derived from it.
  bool Share(std::vector<starlark::Value>& parts) override {
    parts.push_back(argument_);
    return true;
  }

 private:
  std::string name_;
  starlark::Value argument_;
  std::string doc_;
  ValueCheck validator_;
};

}  // namespace kval::modules
