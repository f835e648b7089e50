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
class SourcePrinter {
 public:
  enum class Language { kStarlark, kKcl };
  // The names that the printed code may use.
  struct Names {
    // The tested value: `v` in Starlark, an attribute in KCL; empty in KCL for the instance, whose attributes
    // are then plain names.
    std::string subject;
    bool is_attribute = false;  // the value is an attribute of the instance that states the rule
    bool is_of_root = false;    // that instance, or the value, is the document
    // Returns an expression for the instance's attribute with this key; empty if there is no such attribute
    // that always has a value, or it cannot be compared with `compared` (if not null).
    std::function<std::string(std::string_view key, const value::Value* compared)> attribute;
  };
  struct PrintedSource {
    std::string expression;
    std::string guard;    // of KCL: the condition under which the expression counts; may be empty
    std::string message;  // a statement about a value that fails; may be empty
    std::vector<std::string> modules;  // that the expression needs: `regexp`, `regex`
  };

  virtual ~SourcePrinter() = default;
  // Returns nullopt if the language cannot express it.
  virtual std::optional<PrintedSource> In(Language language, const Names& names) const = 0;
};

}  // namespace kval::types
