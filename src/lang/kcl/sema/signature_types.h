#pragma once

#include <string_view>
#include <unordered_map>

#include "src/lang/kcl/sema/components.h"
#include "src/lang/kcl/signatures/signatures.h"

namespace kval::kcl::sema {

// The types of built-in functions, from their tables.
class SignatureTypes : private Components {
 public:
  explicit SignatureTypes(const Components& components) : Components(components) {}

  // The type of a built-in function; made once.
  const Type* FunctionOf(const signatures::Signature& signature);

 private:
  const Type* ParseSignatureType(std::string_view text);

  std::unordered_map<const signatures::Signature*, const Type*> made_;
};

}  // namespace kval::kcl::sema
