#include "src/lang/kcl/sema/signature_types.h"

#include <vector>

namespace kval::kcl::sema {
namespace {

// The types in the tables of built-in functions: a small part of KCL's own grammar.
class SignatureTypeReader {
 public:
  SignatureTypeReader(std::string_view text, TypeTable& types) : text_(text), types_(types) {}

  const Type* Union() {
    std::vector<const Type*> members = {Element()};
    while (Take('|')) {
      members.push_back(Element());
    }
    const Type* result = types_.Union(members);
    return result == nullptr ? types_.any() : result;
  }

 private:
  bool Take(char c) {
    while (!text_.empty() && text_.front() == ' ') {
      text_.remove_prefix(1);
    }
    if (text_.empty() || text_.front() != c) {
      return false;
    }
    text_.remove_prefix(1);
    return true;
  }

  const Type* Element() {
    if (Take('[')) {
      const Type* element = Take(']') ? types_.any() : Union();
      Take(']');
      return types_.List(element);
    }
    if (Take('{')) {
      const Type* key = Take(':') ? types_.any() : Union();
      Take(':');
      const Type* value = Take('}') ? types_.any() : Union();
      Take('}');
      return types_.Dict(key, value);
    }
    if (Take('(')) {
      return Function();
    }
    return Word();
  }

  const Type* Function() {
    std::vector<FunctionParam> params;
    while (!Take(')') && !text_.empty()) {
      params.push_back({{}, {}, Union(), false});
      Take(',');
    }
    FunctionType function;
    function.params = params;
    function.result = Take('-') && Take('>') ? Union() : types_.any();
    return types_.Function(function);
  }

  const Type* Word() {
    Take('\0');
    size_t length = 0;
    while (length < text_.size() &&
           std::string_view(" |,:]})").find(text_[length]) == std::string_view::npos) {
      ++length;
    }
    const std::string_view word = text_.substr(0, length);
    text_.remove_prefix(length);
    if (word == "bool") {
      return types_.boolean();
    }
    if (word == "int") {
      return types_.integer();
    }
    if (word == "float") {
      return types_.floating();
    }
    if (word == "str") {
      return types_.string();
    }
    return types_.any();
  }

  std::string_view text_;
  TypeTable& types_;
};

}  // namespace

const Type* SignatureTypes::ParseSignatureType(std::string_view text) {
  return text.empty() ? types_.any() : SignatureTypeReader(text, types_).Union();
}

const Type* SignatureTypes::FunctionOf(const signatures::Signature& signature) {
  const Type*& place = made_[&signature];
  if (!place) {
    std::vector<FunctionParam> params;
    for (const signatures::Parameter& parameter : signature.parameters()) {
      params.push_back({context_.program.ast.names.Intern(parameter.name),
                        {},
                        ParseSignatureType(parameter.type),
                        parameter.has_default});
    }
    FunctionType function;
    function.params = params;
    function.result = ParseSignatureType(signature.result);
    function.variadic = signature.variadic;
    function.keyword_variadic = signature.variadic;
    place = types_.Function(function);
  }
  return place;
}

}  // namespace kval::kcl::sema
