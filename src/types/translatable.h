#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/value/value.h"

namespace kval::types {

// Interface of predicates and computed defaults that can be printed in the schema languages. Schema writers
// query it by dynamic_cast.
class Translatable {
 public:
  enum class Language { kStarlark, kKcl };
  // The names that the printed code may use.
  struct Names {
    // The tested value: `v` in Starlark, an attribute in KCL; empty in KCL for the instance, whose attributes
    // are then plain names.
    std::string subject;
    bool is_attribute = false;  // the value is an attribute of the instance that states the rule
    bool is_of_root = false;    // that instance, or the value itself, is the document
    // The instance's attribute of a key as an expression; empty when there is none that always has a value,
    // or none that may be compared with `compared`, if that is not null.
    std::function<std::string(std::string_view key, const value::Value* compared)> attribute;
  };
  struct Text {
    std::string expression;
    std::string guard;    // of KCL: the condition under which the expression counts; may be empty
    std::string message;  // a statement about a value that fails; may be empty
    std::vector<std::string> modules;  // that the expression needs: `regexp`, `regex`
  };

  virtual ~Translatable() = default;
  // Nothing when the language has no words for it.
  virtual std::optional<Text> In(Language language, const Names& names) const = 0;
};

}  // namespace kval::types
