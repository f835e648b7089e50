#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "src/lang/kcl/eval/components.h"
#include "src/lang/kcl/runtime/value.h"
#include "src/lang/kcl/sema/type.h"
#include "src/source/span.h"
#include "src/support/keyed_hash.h"

namespace kval::kcl::eval {

// Conversion of values to declared types at run time.
class TypeConversion : private Components {
 public:
  explicit TypeConversion(const Components& components) : Components(components) {}

  // Returns the value of a literal type; Undefined for other types.
  runtime::Value Literal(const Type* type, source::Span place);
  // Converts, and fails when the value does not fit. `place` is where the value is wanted.
  runtime::Value Require(const runtime::Value& value, const Type* type, bool strict, source::Span place);
  // The same for the argument of a parameter, which is declared at `param`.
  runtime::Value RequireArgument(const runtime::Value& value, const Type* type, source::Span param);
  // The same for the declared type of an attribute, at `place`.
  runtime::Value RequireDeclared(const runtime::Value& value, const Type* type, source::Span place);

 private:
  runtime::Value ConvertTo(const runtime::Value& value, const Type* type);
  runtime::Value ConvertEntries(const runtime::Value& dict, const Type* element);
  runtime::Value ConvertItems(const runtime::Value& list, const Type* element);
  runtime::Value ConvertToInstance(const runtime::Value& dict, const kcl::Schema& schema);
  bool Fits(const runtime::Value& value, const Type* type, bool strict);
  bool FitsUnion(const runtime::Value& value, const Type& type, bool strict);
  bool IsHollow(const runtime::Value& value, const runtime::Value& converted);
  // Converts and requires; `expected` is where the value is wanted, `place` where the type is declared.
  runtime::Value RequireType(const runtime::Value& value, const Type* type, bool strict,
                             source::Span expected, source::Span place);
  // Returns the result of converting `value`; fails if it does not fit.
  runtime::Value RequireConverted(const runtime::Value& value, const runtime::Value& converted,
                                  const Type* type, bool strict, source::Span place);
  runtime::Value WithUnsoundParts(const runtime::Value& value, const Type& type, int depth);
  // Adds the places inside a list or dict whose values are what does not fit.
  void CollectMismatches(const runtime::Value& value, const Type& type, int depth);

  // The members of a large union that is used often: an index of its literals by value.
  struct Members {
    size_t lookups = 0;
    bool is_known = false;
    TextSet<std::string_view> strings;
    std::unordered_set<int64_t> integers;
    std::vector<const Type*> others;
  };
  std::unordered_map<const Type*, Members> unions_;
  source::Span expected_;  // where the value that is being converted is wanted
};

}  // namespace kval::kcl::eval
