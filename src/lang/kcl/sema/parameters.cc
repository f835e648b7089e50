#include "src/lang/kcl/sema/parameters.h"

#include "src/lang/kcl/sema/expectations.h"
#include "src/lang/kcl/sema/name_resolver.h"

namespace kval::kcl::sema {

void Parameters::WalkParams(std::span<const Parameter> params, std::span<const FunctionParam> types) {
  const Parameter* with_default = nullptr;
  for (const Parameter& param : params) {
    if (param.default_value) {
      with_default = with_default ? with_default : &param;
    } else if (with_default) {
      diagnostics_.ReportWith(diag::Kind::kKclParameter, param.span,
                              "non-default argument follows default argument",
                              {{},
                               {{with_default->span, "a default argument"}},
                               {},
                               "move it to the front, or give it a default"});
      break;
    }
  }
  for (size_t i = 0; i < params.size(); ++i) {
    if (params[i].default_value) {
      const Type* type = types[i].type;
      expectations_.PushParts(type, params[i].name.span);
      walker_.Walk(params[i].default_value);
      expectations_.Pop();
    }
  }
  for (size_t i = 0; i < params.size(); ++i) {
    names_.Bind(params[i].name, types[i].type);
  }
}

}  // namespace kval::kcl::sema
