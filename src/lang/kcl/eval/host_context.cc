#include "src/lang/kcl/eval/host_context.h"

#include "src/lang/kcl/eval/type_text.h"

namespace kval::kcl::eval {

Value HostContext::Option(std::string_view key, bool is_string) {
  const EvalOptions& options = context_.options();
  return options.option ? options.option(key, is_string, context_.heap()) : Value();
}

void HostContext::Print(std::string_view text) {
  // The receiver keeps the output until the end of the run, in a growing buffer, and then writes it.
  constexpr size_t kHeld = 3;
  context_.heap().Hold(kHeld * text.size());
  if (context_.options().print) {
    context_.options().print(text);
  }
}

std::string HostContext::FirstParameterType(const Value& function) {
  if (!function.is(runtime::Kind::kFunction) || function.function->lambda == nullptr) {
    return {};
  }
  const auto& lambda = *static_cast<const LambdaExpr*>(function.function->lambda);
  if (lambda.params.empty() || lambda.params.front().type == nullptr) {
    return {};
  }
  const Type* type = context_.program().TypeOf(*lambda.params.front().type);
  return type == nullptr || type->kind == TypeKind::kAny ? std::string()
                                                         : TypeText(*type, context_.program());
}

}  // namespace kval::kcl::eval
