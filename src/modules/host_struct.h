#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/lang/starlark/host_value.h"
#include "src/lang/starlark/object.h"
#include "src/modules/encode.h"

namespace kval::modules {

// The hint of objects that have such a function.
inline constexpr std::string_view kUseString = "does not automatically encode (hint: use .string())";

// A struct of a distinct type that does not convert to YAML: URLs, addresses, rules. Behaves like ytt's
// structs: `s["name"]`, iteration over names, `str(s)` is `struct(...)`.
class HostStruct final : public starlark::HostValue, public Unencodable {
 public:
  // `advice` completes the hint of ConversionHint, as kUseString does.
  HostStruct(std::string type_name, std::string advice, std::vector<starlark::Struct::Field> fields)
      : type_name_(std::move(type_name)), advice_(std::move(advice)), fields_(std::move(fields)) {}

  // Returns the value of a field; unset if there is none.
  starlark::Value Find(std::string_view name) const;

  std::string_view TypeName() const override { return type_name_; }
  std::string Repr() const override { return "struct(...)"; }
  bool Truth() const override { return !fields_.empty(); }
  std::optional<int64_t> Length() const override { return static_cast<int64_t>(fields_.size()); }
  starlark::Outcome<starlark::Value> Index(starlark::Interpreter& interpreter, starlark::Value key) override;
  starlark::Outcome<starlark::Value> Attr(starlark::Interpreter& interpreter, std::string_view name) override;
  std::vector<std::string> AttrNames() const override;
  bool Iterate(starlark::Interpreter& interpreter, std::vector<starlark::Value>& items) override;
  bool IsIterable() const override { return true; }
  starlark::Outcome<starlark::Value> Contains(starlark::Interpreter& interpreter,
                                              starlark::Value item) override;

  std::string ConversionHint() const override { return type_name_ + " " + advice_; }
  bool Share(std::vector<starlark::Value>& parts) override {
    for (const starlark::Struct::Field& field : fields_) {
      parts.push_back(field.second);
    }
    return true;
  }

 private:
  std::string type_name_;
  std::string advice_;
  std::vector<starlark::Struct::Field> fields_;
};

}  // namespace kval::modules
