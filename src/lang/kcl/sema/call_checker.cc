#include "src/lang/kcl/sema/call_checker.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "src/lang/kcl/sema/global_table.h"
#include "src/lang/kcl/sema/type_kinds.h"

// Source: KCL's resolver/arg.rs.
namespace kval::kcl::sema {
namespace {

std::string Amount(size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count > 1 ? "s" : "");
}

}  // namespace

const Type* CallChecker::WalkCall(const CallExpr& expr) {
  const Type* callee = walker_.WalkPlain(expr.callee);
  if (IsAny(callee)) {
    if (const Type* lambda = LambdaBefore(expr.callee); lambda && callee->kind == TypeKind::kAny) {
      CheckArguments(expr.callee, expr.args, *lambda->function);
    } else {
      WalkArguments(expr.args);
    }
    return callee;
  }
  switch (callee->kind) {
    case TypeKind::kFunction:
      CheckArguments(expr.callee, expr.args, *callee->function);
      return callee->function->result;
    case TypeKind::kSchemaType:
      CheckArguments(expr.callee, expr.args, FunctionOfSchema(*callee->schema));
      return types_.OfSchema(callee->schema, true);
    case TypeKind::kSchema:
      diagnostics_.Report(diag::Kind::kKclCompile, expr.callee->span,
                          "schema '" + types_.Text(callee) + "' instance is not callable");
      break;
    default:
      diagnostics_.Report(diag::Kind::kKclCompile, expr.callee->span,
                          "'" + types_.Text(callee) + "' object is not callable");
      break;
  }
  WalkArguments(expr.args);
  return types_.invalid();
}

// The global lambda that a name means before its statement was reached; null without.
const Type* CallChecker::LambdaBefore(const Expr* callee) const {
  const NameExpr* name = callee->As<NameExpr>();
  if (!name) {
    return nullptr;
  }
  const Ref* ref = &context_.program.RefOf(name->name);
  if (ref->kind == RefKind::kAttribute && ref->fallback >= 0 && context_.body.schema &&
      !context_.body.schema->Find(name->name.symbol)) {
    ref = &context_.program.fallbacks[static_cast<size_t>(ref->fallback)];
  }
  return ref->kind == RefKind::kGlobal ? globals_.LambdaOf(name->name.symbol) : nullptr;
}

FunctionType CallChecker::FunctionOfSchema(const Schema& schema) const {
  FunctionType function;
  function.params = schema.params;
  function.result = types_.any();
  return function;
}

void CallChecker::WalkArguments(std::span<const Argument> args) {
  for (const Argument& arg : args) {
    walker_.WalkPlain(arg.value);
  }
}

// The callee's name in messages.
std::string CallChecker::CalleeName(const Expr* callee) const {
  while (const ParenExpr* paren = callee->As<ParenExpr>()) {
    callee = paren->inner;
  }
  if (const NameExpr* name = callee->As<NameExpr>()) {
    return "\"" + std::string(context_.Text(name->name.symbol)) + "\"";
  }
  if (const SelectorExpr* selector = callee->As<SelectorExpr>()) {
    return "\"" + std::string(context_.Text(selector->attribute.symbol)) + "\"";
  }
  return "anonymous function";
}

// `regex.match` where KCL's own words have "match" only.
std::string CallChecker::CalleeWithModule(const Expr* callee) const {
  const SelectorExpr* selector = callee->As<SelectorExpr>();
  const NameExpr* module = selector == nullptr ? nullptr : selector->value->As<NameExpr>();
  if (module == nullptr) {
    return CalleeName(callee);
  }
  return "`" + std::string(context_.Text(module->name.symbol)) + "." +
         std::string(context_.Text(selector->attribute.symbol)) + "`";
}

void CallChecker::CheckArguments(const Expr* callee, std::span<const Argument> args,
                                 const FunctionType& function) {
  const std::string name = CalleeName(callee);
  const size_t total = static_cast<size_t>(std::count_if(
      args.begin(), args.end(), [](const Argument& arg) { return arg.kind == ArgumentKind::kPositional; }));
  size_t positional = 0;
  bool unpacks = false;
  std::unordered_set<Symbol> keywords;
  for (const Argument& arg : args) {
    const FunctionParam* param = nullptr;
    switch (arg.kind) {
      case ArgumentKind::kPositional:
        param = positional < function.params.size() ? &function.params[positional] : nullptr;
        if (positional++ == function.params.size() && !function.variadic) {
          diagnostics_.Report(diag::Kind::kKclCompile, arg.span,
                              name + " takes " + Amount(function.params.size(), "positional argument") +
                                  " but " + std::to_string(total) + " were given");
        }
        break;
      case ArgumentKind::kKeyword:
        if (!keywords.insert(arg.name.symbol).second) {
          diagnostics_.Report(
              diag::Kind::kKclCompile, arg.span,
              name + " has duplicated keyword argument " + std::string(context_.Text(arg.name.symbol)));
        }
        param = CheckKeyword(name, arg, function);
        break;
      case ArgumentKind::kStar:
      case ArgumentKind::kStarStar:
        unpacks = true;
        break;
    }
    if (param) {
      walker_.WalkExpecting(arg.value, param->type, param->span);
    } else {
      walker_.WalkPlain(arg.value);
    }
  }
  if (!function.variadic && !unpacks) {
    CheckEnough(callee, total, keywords, function);
  }
}

// The parameter that a keyword argument is for, null without.
const FunctionParam* CallChecker::CheckKeyword(const std::string& callee, const Argument& arg,
                                               const FunctionType& function) {
  const auto param = std::find_if(function.params.begin(), function.params.end(),
                                  [&arg](const FunctionParam& each) { return each.name == arg.name.symbol; });
  if (param != function.params.end()) {
    return &*param;
  }
  if (function.variadic) {
    return nullptr;
  }
  std::vector<std::string_view> known;
  for (const FunctionParam& each : function.params) {
    if (each.name.has_value()) {
      known.push_back(context_.Text(each.name));
    }
  }
  std::string suggestion;
  if (!diagnostics_.suggests()) {
    known.clear();
  }
  for (const std::string_view word : FindSimilar(context_.Text(arg.name.symbol), known)) {
    suggestion.append(suggestion.empty() ? "" : " or ").append(word);
  }
  diagnostics_.Report(diag::Kind::kKclCompile, arg.name.span,
                      callee + " got an unexpected keyword argument " + context_.Quoted(arg.name.symbol) +
                          (suggestion.empty() ? "" : ", did you mean '" + suggestion + "'?"));
  return nullptr;
}

void CallChecker::CheckEnough(const Expr* callee, size_t positional,
                              const std::unordered_set<Symbol>& keywords, const FunctionType& function) {
  size_t expected = 0;
  size_t given = positional;
  for (const FunctionParam& param : function.params) {
    if (!param.has_default) {
      ++expected;
      given += keywords.count(param.name);
    }
  }
  if (given < expected) {
    ErrorDetails remarks;
    std::string names;
    for (size_t i = 0; i < function.params.size(); ++i) {
      const FunctionParam& param = function.params[i];
      if (i >= positional && !param.has_default && param.name.has_value() &&
          keywords.count(param.name) == 0) {
        names.append(names.empty() ? "`" : ", `").append(context_.Text(param.name)).append("`");
        if (param.span.has_value()) {
          remarks.related.push_back({param.span, "the parameter"});
        }
      }
    }
    diagnostics_.ReportWith(
        diag::Kind::kKclCompile, callee->span,
        "expected " + Amount(expected, "positional argument") + ", found " + std::to_string(given) +
            (names.empty() ? "" : ": " + names + " of " + CalleeWithModule(callee) + " is missing"),
        remarks);
  }
}

}  // namespace kval::kcl::sema
