#pragma once

#include <string_view>
#include <vector>

#include "src/lang/kcl/sema/context.h"
#include "src/lang/kcl/sema/signature_types.h"

namespace kval::kcl::sema {

// Resolves selectors after a dot: attributes of values, members of modules, methods.
class Attributes {
 public:
  Attributes(Context& context, SignatureTypes& signature_types)
      : context_(context),
        signature_types_(signature_types),
        types_(context.types),
        diagnostics_(context.diagnostics) {}

  // Returns the type of `object.attribute`; reports a missing attribute.
  const Type* LoadAttribute(const Type* object, const Name& attribute, source::Span at);
  // Returns the attribute names of a schema and its mixins, as candidates for suggestions; empty once the
  // limit of suggestions is reached.
  std::vector<std::string_view> AttributeNames(const Schema& schema) const;

 private:
  const Type* AttributeOf(const Type* object, const Name& attribute, bool& found);
  const Type* ModuleMember(const Type* module, const Name& attribute, bool& found);
  std::vector<std::string_view> MemberNames(const Type* object) const;

  Context& context_;
  SignatureTypes& signature_types_;
  TypeTable& types_;
  Diagnostics& diagnostics_;
};

}  // namespace kval::kcl::sema
