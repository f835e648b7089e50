// Dumps expressions.
#include <cstdio>
#include <cstdlib>

#include "src/support/native_stack.h"
#include "tests/kcl/syntax/dumper.h"

namespace kval::kcl {
namespace {

constexpr std::string_view kConstants[] = {"True", "False", "None", "Undefined"};
constexpr std::string_view kQuantifiers[] = {"all", "any", "map", "filter"};

// With a point or an exponent, and with as many digits as the value needs.
std::string FloatText(double value) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%g", value);
  if (std::strtod(buffer, nullptr) != value) {
    std::snprintf(buffer, sizeof buffer, "%.17g", value);
  }
  std::string text = buffer;
  text += text.find_first_of(".en") == std::string::npos ? ".0" : "";
  return text;
}

}  // namespace

void Dumper::Expression(const Expr& expr) {
  NeedStack();
  switch (expr.kind) {
    case ExprKind::kInvalid:
      out_ += "?";
      return;
    case ExprKind::kName:
      Text(expr.As<NameExpr>()->name);
      return;
    case ExprKind::kInt:
      out_ += std::to_string(expr.As<IntExpr>()->value);
      out_ += EntryOf(expr.As<IntExpr>()->unit).suffix;
      return;
    case ExprKind::kFloat:
      out_ += FloatText(expr.As<FloatExpr>()->value);
      return;
    case ExprKind::kConstant:
      out_ += kConstants[static_cast<size_t>(expr.As<ConstantExpr>()->value)];
      return;
    case ExprKind::kString:
      Quoted(expr.As<StringExpr>()->value);
      return;
    default:
      break;
  }
  out_ += "(";
  Composite(expr);
  out_ += ")";
}

void Dumper::Quoted(std::string_view text) {
  out_ += '"';
  for (const char c : text) {
    out_.append(c == '\n' ? "\\n" : std::string(1, c));
  }
  out_ += '"';
}

void Dumper::Child(const Expr* expr) {
  out_ += " ";
  expr ? Expression(*expr) : static_cast<void>(out_ += "-");
}

void Dumper::Child(const TypeExpr& type) {
  out_ += " ";
  Type(type);
}

void Dumper::Optional(const TypeExpr* type) {
  if (type) {
    Type(*type);
  }
}

void Dumper::Children(Exprs exprs) {
  for (const Expr* expr : exprs) {
    Child(expr);
  }
}

void Dumper::Steps(std::span<const KeyStep> steps) {
  for (const KeyStep& step : steps) {
    switch (step.kind) {
      case KeyStepKind::kName:
        out_ += ".";
        Text(step.name);
        break;
      case KeyStepKind::kString:
        out_ += ".";
        Quoted(names_.Text(step.name.symbol));
        break;
      case KeyStepKind::kExpr:
        Expression(*step.expr);
        break;
      case KeyStepKind::kIndex:
        out_ += "[";
        Expression(*step.expr);
        out_ += "]";
        break;
    }
  }
}

void Dumper::Check(const Expr* condition, const Expr* guard, const Expr* message) {
  Child(condition);
  if (guard) {
    out_ += " if";
    Child(guard);
  }
  if (message) {
    out_ += ",";
    Child(message);
  }
}

void Dumper::Arguments(std::span<const Argument> args) {
  constexpr std::string_view kPrefixes[] = {"", "", "*", "**"};
  for (const Argument& arg : args) {
    out_.append(" ").append(kPrefixes[static_cast<size_t>(arg.kind)]);
    if (arg.kind == ArgumentKind::kKeyword) {
      Text(arg.name);
      out_ += "=";
    }
    Expression(*arg.value);
  }
}

void Dumper::Params(std::span<const Parameter> params) {
  out_ += " [";
  for (size_t i = 0; i < params.size(); ++i) {
    out_ += i > 0 ? " " : "";
    Text(params[i].name);
    if (params[i].type) {
      out_ += ":";
      Type(*params[i].type);
    }
    if (params[i].default_value) {
      out_ += "=";
      Expression(*params[i].default_value);
    }
  }
  out_ += "]";
}

void Dumper::Entry(const ConfigEntry& entry) {
  NeedStack();
  switch (entry.kind) {
    case EntryKind::kUnpack:
      out_ += " **";
      Expression(*entry.value);
      return;
    case EntryKind::kIf:
      out_ += " (if";
      for (const ConfigIfBranch& branch : entry.condition->branches) {
        out_ += " (";
        branch.condition ? Expression(*branch.condition) : static_cast<void>(out_ += "else");
        Entries(branch.entries);
        out_ += ")";
      }
      out_ += ")";
      return;
    case EntryKind::kPair:
      out_.append(" (").append(Spelling(entry.op)).append(" ");
      Steps(entry.key);
      Child(entry.value);
      out_ += ")";
      return;
  }
}

void Dumper::Entries(std::span<const ConfigEntry> entries) {
  for (const ConfigEntry& entry : entries) {
    Entry(entry);
  }
}

void Dumper::Clauses(std::span<const ForClause> clauses) {
  for (const ForClause& clause : clauses) {
    out_ += " (for";
    for (const Name& name : clause.variables) {
      out_ += " ";
      Text(name);
    }
    Child(clause.iterable);
    for (const Expr* condition : clause.conditions) {
      out_ += " if";
      Child(condition);
    }
    out_ += ")";
  }
}

void Dumper::Interpolated(const InterpolatedExpr& expr) {
  out_ += "join";
  for (const StringPart& part : expr.parts) {
    out_ += " ";
    if (!part.expr) {
      Quoted(part.text);
      continue;
    }
    out_ += "${";
    Expression(*part.expr);
    out_.append(part.spec.empty() ? "" : ":").append(part.spec).append("}");
  }
}

void Dumper::Composite(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kInterpolated:
      Interpolated(*expr.As<InterpolatedExpr>());
      break;
    case ExprKind::kUnary:
      out_ += Spelling(expr.As<UnaryExpr>()->op);
      Child(expr.As<UnaryExpr>()->operand);
      break;
    case ExprKind::kBinary:
      out_ += Spelling(expr.As<BinaryExpr>()->op);
      Child(expr.As<BinaryExpr>()->left);
      Child(expr.As<BinaryExpr>()->right);
      break;
    case ExprKind::kCompare:
      out_ += "compare";
      Child(expr.As<CompareExpr>()->first);
      for (const Comparison& comparison : expr.As<CompareExpr>()->rest) {
        out_.append(" ").append(Spelling(comparison.op));
        Child(comparison.right);
      }
      break;
    case ExprKind::kConditional:
      out_ += "cond";
      Child(expr.As<ConditionalExpr>()->condition);
      Child(expr.As<ConditionalExpr>()->then);
      Child(expr.As<ConditionalExpr>()->otherwise);
      break;
    case ExprKind::kAs:
      out_ += "as";
      Child(expr.As<AsExpr>()->value);
      Child(*expr.As<AsExpr>()->type);
      break;
    default:
      Postfix(expr);
  }
}

void Dumper::Postfix(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kSelector:
      out_ += expr.As<SelectorExpr>()->optional ? "?." : ".";
      Child(expr.As<SelectorExpr>()->value);
      out_ += " ";
      Text(expr.As<SelectorExpr>()->attribute);
      break;
    case ExprKind::kProjection:
      out_ += expr.As<ProjectionExpr>()->all ? ".*" : ".{}";
      Child(expr.As<ProjectionExpr>()->value);
      for (const Name& name : expr.As<ProjectionExpr>()->names) {
        out_ += " ";
        Text(name);
      }
      break;
    case ExprKind::kSubscript:
      out_ += expr.As<SubscriptExpr>()->optional ? "?[]" : "[]";
      Child(expr.As<SubscriptExpr>()->value);
      Child(expr.As<SubscriptExpr>()->index);
      break;
    case ExprKind::kSlice:
      out_ += expr.As<SliceExpr>()->optional ? "?[:]" : "[:]";
      Child(expr.As<SliceExpr>()->value);
      Child(expr.As<SliceExpr>()->lower);
      Child(expr.As<SliceExpr>()->upper);
      Child(expr.As<SliceExpr>()->step);
      break;
    case ExprKind::kCall:
      out_ += "call";
      Child(expr.As<CallExpr>()->callee);
      Arguments(expr.As<CallExpr>()->args);
      break;
    case ExprKind::kSchemaInit: {
      const SchemaInitExpr& init = *expr.As<SchemaInitExpr>();
      out_ += "init";
      Child(init.schema);
      if (!init.args.empty()) {
        out_ += " (args";
        Arguments(init.args);
        out_ += ")";
      }
      Child(init.config);
      break;
    }
    default:
      Collection(expr);
  }
}

void Dumper::Collection(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kConfig:
      out_ += "config";
      Entries(expr.As<ConfigExpr>()->entries);
      break;
    case ExprKind::kList:
      out_ += "list";
      Children(expr.As<ListExpr>()->items);
      break;
    case ExprKind::kListComprehension:
      out_ += "list-for";
      Child(expr.As<ListComprehensionExpr>()->item);
      Clauses(expr.As<ListComprehensionExpr>()->clauses);
      break;
    case ExprKind::kDictComprehension:
      out_ += "dict-for";
      Entry(expr.As<DictComprehensionExpr>()->entry);
      Clauses(expr.As<DictComprehensionExpr>()->clauses);
      break;
    case ExprKind::kQuantifier: {
      const QuantifierExpr& quantifier = *expr.As<QuantifierExpr>();
      out_ += kQuantifiers[static_cast<size_t>(quantifier.quantifier)];
      for (const Name& name : quantifier.variables) {
        out_ += " ";
        Text(name);
      }
      Child(quantifier.iterable);
      Check(quantifier.body, quantifier.condition, nullptr);
      break;
    }
    case ExprKind::kLambda: {
      const LambdaExpr& lambda = *expr.As<LambdaExpr>();
      out_ += "lambda";
      Params(lambda.params);
      if (lambda.return_type) {
        out_ += " ->";
        Child(*lambda.return_type);
      }
      Statements(lambda.body);
      break;
    }
    case ExprKind::kParen:
      out_ += "paren";
      Child(expr.As<ParenExpr>()->inner);
      break;
    case ExprKind::kStarred:
      out_ += "*";
      Child(expr.As<StarredExpr>()->value);
      break;
    case ExprKind::kListIf:
      out_ += "if";
      for (const ListIfBranch& branch : expr.As<ListIfExpr>()->branches) {
        out_ += " (";
        branch.condition ? Expression(*branch.condition) : static_cast<void>(out_ += "else");
        Children(branch.items);
        out_ += ")";
      }
      break;
    default:
      break;
  }
}

}  // namespace kval::kcl
