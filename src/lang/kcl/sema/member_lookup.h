#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/lang/kcl/sema/components.h"

namespace kval::kcl::sema {

// Checks whether a type declares a given key.
class MemberLookup : private Components {
 public:
  explicit MemberLookup(const Components& components) : Components(components) {}

  // Reports a key that the type does not declare.
  void CheckMember(Symbol name, const Type* type, source::Span at, source::Span attribute_at);

 private:
  void CheckSchemaMember(Symbol name, const Schema& schema, source::Span at, source::Span attribute_at);
  void ReportMember(Symbol name, const std::string& owner, const std::vector<std::string_view>& known,
                    source::Span at, source::Span attribute_at);
};

}  // namespace kval::kcl::sema
