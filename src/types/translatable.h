#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/value/value.h"

namespace kval::types {

// A predicate or a computed default that can be said in words of the schema languages, its own among them.
// Those who write schemas ask for it by dynamic_cast.
class Translatable {
 public:
  enum class Language { kStarlark, kKcl };
  // What the words may speak about.
  struct Names {
    // The value that is asked about: `v` in Starlark, an attribute in KCL; empty in KCL for the instance
    // itself, whose attributes are then bare names.
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
