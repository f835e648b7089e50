#pragma once

#include <string_view>
#include <vector>

#include "src/lang/kcl/sema/components.h"

namespace kval::kcl::sema {

// Resolves selectors after a dot: attributes of values, members of modules, methods.
class Attributes : private Components {
 public:
  explicit Attributes(const Components& components) : Components(components) {}

  // Returns the type of `object.attribute`; reports a missing attribute.
  const Type* LoadAttribute(const Type* object, const Name& attribute, source::Span at);
  // Returns the attribute names of a schema and its mixins, as candidates for suggestions; empty once the
  // limit of suggestions is reached.
  std::vector<std::string_view> AttributeNames(const Schema& schema) const;

 private:
  const Type* AttributeOf(const Type* object, const Name& attribute, bool& found);
  const Type* ModuleMember(const Type* module, const Name& attribute, bool& found);
  std::vector<std::string_view> MemberNames(const Type* object) const;
};

}  // namespace kval::kcl::sema
