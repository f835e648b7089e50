#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/lang/kcl/sema/attributes.h"
#include "src/lang/kcl/sema/context.h"

namespace kval::kcl::sema {

// Checks whether a type declares a given key.
class MemberLookup {
 public:
  MemberLookup(Context& context, Attributes& attributes)
      : context_(context), attributes_(attributes), diagnostics_(context.diagnostics) {}

  // Reports a key that the type does not declare.
  void CheckMember(Symbol name, const Type* type, source::Span at, source::Span attribute_at);

 private:
  void CheckSchemaMember(Symbol name, const Schema& schema, source::Span at, source::Span attribute_at);
  void ReportMember(Symbol name, const std::string& owner, const std::vector<std::string_view>& known,
                    source::Span at, source::Span attribute_at);

  Context& context_;
  Attributes& attributes_;
  Diagnostics& diagnostics_;
};

}  // namespace kval::kcl::sema
