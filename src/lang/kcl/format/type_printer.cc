#include "src/lang/kcl/format/type_printer.h"

#include "src/support/native_stack.h"

namespace kval::kcl::format {

void TypePrinter::OptionalType(const TypeExpr* type) {
  if (type) {
    Type(*type);
  }
}

void TypePrinter::Type(const TypeExpr& type) {
  NeedStack();
  switch (type.kind) {
    case TypeExprKind::kLiteral: {
      const Expr& value = *type.As<LiteralTypeExpr>()->value;
      const std::string_view text = file_.Text(value.span);
      // Types are printed with double quotes.
      if (text.size() > 1 && text[0] == '\'' && !text.starts_with("'''") &&
          text.find_first_of("\"\\") == std::string_view::npos) {
        out_.append("\"").append(text.substr(1, text.size() - 2)).append("\"");
      } else {
        Write(text);
      }
      return;
    }
    case TypeExprKind::kNamed:
      Path(type.As<NamedTypeExpr>()->names);
      return;
    case TypeExprKind::kList:
      Write("[");
      OptionalType(type.As<ListTypeExpr>()->element);
      Write("]");
      return;
    case TypeExprKind::kDict:
      Write("{");
      OptionalType(type.As<DictTypeExpr>()->key);
      Write(":");
      OptionalType(type.As<DictTypeExpr>()->value);
      Write("}");
      return;
    case TypeExprKind::kUnion: {
      const TypeExprs members = type.As<UnionTypeExpr>()->members;
      for (size_t i = 0; i < members.size(); ++i) {
        Write(i > 0 ? " | " : "");
        Type(*members[i]);
      }
      return;
    }
    case TypeExprKind::kFunction: {
      const FunctionTypeExpr& function = *type.As<FunctionTypeExpr>();
      Write("(");
      for (size_t i = 0; i < function.params.size(); ++i) {
        Write(i > 0 ? ", " : "");
        Type(*function.params[i]);
      }
      Write(")");
      if (function.result) {
        Write(" -> ");
        Type(*function.result);
      }
      return;
    }
    case TypeExprKind::kInvalid:
    case TypeExprKind::kAny:
    case TypeExprKind::kBool:
    case TypeExprKind::kInt:
    case TypeExprKind::kFloat:
    case TypeExprKind::kStr:
      WriteSource(type.span);
      return;
  }
}

void TypePrinter::Path(std::span<const Name> names) {
  for (size_t i = 0; i < names.size(); ++i) {
    Write(i > 0 ? "." : "");
    WriteSource(names[i].span);
  }
}

}  // namespace kval::kcl::format
