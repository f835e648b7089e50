// Over 500 lines: one short function for each kind of node, and KCL has many.
#include "src/lang/kcl/syntax/dump.h"

#include <cstdio>

// Longer than other files for being one class with a case for each kind of node.

namespace kval::kcl {
namespace {

constexpr std::string_view kConstants[] = {"True", "False", "None", "Undefined"};
constexpr std::string_view kQuantifiers[] = {"all", "any", "map", "filter"};
constexpr std::string_view kSchemaKinds[] = {"schema", "mixin", "protocol"};

// Writes with native recursion: the parser limits how deep a tree is.
class Dumper {
 public:
  explicit Dumper(const Interner& names) : names_(names) {}

  std::string Take() { return std::move(out_); }

  void Statements(Stmts stmts) {
    for (const Stmt* stmt : stmts) {
      out_ += out_.empty() || out_.back() == '(' ? "" : " ";
      Statement(*stmt);
    }
  }

  void Statement(const Stmt& stmt) {
    switch (stmt.kind) {
      case StmtKind::kImport:
        Import(*stmt.As<ImportStmt>());
        break;
      case StmtKind::kAssign: {
        const AssignStmt& assign = *stmt.As<AssignStmt>();
        out_ += "(assign";
        for (const Target& target : assign.targets) {
          TargetPath(target);
        }
        if (assign.type) {
          out_ += " :";
          Child(*assign.type);
        }
        Child(assign.value);
        break;
      }
      case StmtKind::kAugAssign: {
        const AugAssignStmt& assign = *stmt.As<AugAssignStmt>();
        out_.append("(").append(Spelling(assign.op)).append("=");
        TargetPath(assign.target);
        Child(assign.value);
        break;
      }
      case StmtKind::kUnification:
        out_ += "(unify";
        TargetPath(stmt.As<UnificationStmt>()->target);
        Child(stmt.As<UnificationStmt>()->value);
        break;
      case StmtKind::kIf:
        out_ += "(if";
        for (const IfBranch& branch : stmt.As<IfStmt>()->branches) {
          out_ += " (";
          branch.condition ? Expression(*branch.condition) : static_cast<void>(out_ += "else");
          Statements(branch.body);
          out_ += ")";
        }
        break;
      case StmtKind::kAssert: {
        const AssertStmt& check = *stmt.As<AssertStmt>();
        out_ += "(assert";
        Check(check.condition, check.guard, check.message);
        break;
      }
      case StmtKind::kExpr:
        out_ += "(expr";
        Children(stmt.As<ExprStmt>()->exprs);
        break;
      case StmtKind::kTypeAlias:
        out_ += "(type ";
        Text(stmt.As<TypeAliasStmt>()->name);
        Child(*stmt.As<TypeAliasStmt>()->type);
        break;
      case StmtKind::kSchema:
        Schema(*stmt.As<SchemaStmt>());
        break;
      case StmtKind::kRule:
        Rule(*stmt.As<RuleStmt>());
        break;
      case StmtKind::kAttribute:
        Attribute(*stmt.As<AttributeStmt>());
        break;
    }
    out_ += ")";
  }

  void Expression(const Expr& expr) {
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
        Float(expr.As<FloatExpr>()->value);
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

  void Type(const TypeExpr& type) {
    switch (type.kind) {
      case TypeExprKind::kInvalid:
        out_ += "?";
        break;
      case TypeExprKind::kAny:
        out_ += "any";
        break;
      case TypeExprKind::kBool:
        out_ += "bool";
        break;
      case TypeExprKind::kInt:
        out_ += "int";
        break;
      case TypeExprKind::kFloat:
        out_ += "float";
        break;
      case TypeExprKind::kStr:
        out_ += "str";
        break;
      case TypeExprKind::kNamed:
        Path(type.As<NamedTypeExpr>()->names);
        break;
      case TypeExprKind::kLiteral:
        Expression(*type.As<LiteralTypeExpr>()->value);
        break;
      case TypeExprKind::kList:
        out_ += "[";
        Optional(type.As<ListTypeExpr>()->element);
        out_ += "]";
        break;
      case TypeExprKind::kDict:
        out_ += "{";
        Optional(type.As<DictTypeExpr>()->key);
        out_ += ":";
        Optional(type.As<DictTypeExpr>()->value);
        out_ += "}";
        break;
      case TypeExprKind::kUnion:
        out_ += "(|";
        for (const TypeExpr* member : type.As<UnionTypeExpr>()->members) {
          Child(*member);
        }
        out_ += ")";
        break;
      case TypeExprKind::kFunction:
        out_ += "(->";
        for (const TypeExpr* param : type.As<FunctionTypeExpr>()->params) {
          Child(*param);
        }
        out_ += " : ";
        Optional(type.As<FunctionTypeExpr>()->result);
        out_ += ")";
        break;
    }
  }

 private:
  void Text(const Name& name) { out_ += names_.Text(name.symbol); }

  void Path(std::span<const Name> path) {
    for (size_t i = 0; i < path.size(); ++i) {
      out_ += i > 0 ? "." : "";
      Text(path[i]);
    }
  }

  void Quoted(std::string_view text) {
    out_ += '"';
    for (const char c : text) {
      out_.append(c == '\n' ? "\\n" : std::string(1, c));
    }
    out_ += '"';
  }

  void Float(double value) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%g", value);
    out_ += buffer;
    out_ += std::string_view(buffer).find_first_of(".en") == std::string_view::npos ? ".0" : "";
  }

  void Child(const Expr* expr) {
    out_ += " ";
    expr ? Expression(*expr) : static_cast<void>(out_ += "-");
  }
  void Child(const TypeExpr& type) {
    out_ += " ";
    Type(type);
  }
  void Optional(const TypeExpr* type) {
    if (type) {
      Type(*type);
    }
  }
  void Children(Exprs exprs) {
    for (const Expr* expr : exprs) {
      Child(expr);
    }
  }

  void TargetPath(const Target& target) {
    out_ += " ";
    Text(target.name);
    Steps(target.path);
  }

  void Steps(std::span<const KeyStep> steps) {
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

  void Check(const Expr* condition, const Expr* guard, const Expr* message) {
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

  void Import(const ImportStmt& import) {
    out_.append("(import ").append(import.dots, '.');
    Path(import.path);
    if (import.has_alias) {
      out_ += " as ";
      Text(import.bound);
    }
  }

  void Arguments(std::span<const Argument> args) {
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

  void Params(std::span<const Parameter> params) {
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

  void Decorators(std::span<const Decorator> decorators) {
    for (const Decorator& decorator : decorators) {
      out_ += " @(";
      Expression(*decorator.callee);
      Arguments(decorator.args);
      out_ += ")";
    }
  }

  void Checks(std::span<const CheckLine> checks) {
    for (const CheckLine& check : checks) {
      out_ += " (check";
      Check(check.condition, check.guard, check.message);
      out_ += ")";
    }
  }

  void Schema(const SchemaStmt& schema) {
    out_.append("(").append(kSchemaKinds[static_cast<size_t>(schema.schema_kind)]).append(" ");
    Text(schema.name);
    Decorators(schema.decorators);
    if (!schema.params.empty()) {
      Params(schema.params);
    }
    if (schema.base) {
      out_ += " (base ";
      Path(schema.base->names);
      out_ += ")";
    }
    if (schema.for_protocol) {
      out_ += " (for ";
      Path(schema.for_protocol->names);
      out_ += ")";
    }
    if (!schema.doc.empty()) {
      out_ += " ";
      Quoted(schema.doc);
    }
    for (const SchemaRef& mixin : schema.mixins) {
      out_ += " (mixin ";
      Path(mixin.names);
      out_ += ")";
    }
    if (const IndexSignature* signature = schema.index_signature) {
      out_ += " (index ";
      if (signature->has_alias) {
        Text(signature->alias);
        out_ += ":";
      }
      out_ += signature->any_other ? "..." : "";
      Type(*signature->key_type);
      Child(*signature->value_type);
      if (signature->default_value) {
        Child(signature->default_value);
      }
      out_ += ")";
    }
    Statements(schema.body);
    Checks(schema.checks);
  }

  void Rule(const RuleStmt& rule) {
    out_ += "(rule ";
    Text(rule.name);
    Decorators(rule.decorators);
    if (!rule.params.empty()) {
      Params(rule.params);
    }
    for (const SchemaRef& base : rule.bases) {
      out_ += " (base ";
      Path(base.names);
      out_ += ")";
    }
    Checks(rule.checks);
  }

  void Attribute(const AttributeStmt& attribute) {
    out_ += "(attr";
    Decorators(attribute.decorators);
    out_ += " ";
    Text(attribute.name);
    out_ += attribute.optional ? "?" : "";
    if (attribute.type) {
      Child(*attribute.type);
    }
    if (attribute.value) {
      if (attribute.has_aug_op) {
        out_.append(" ").append(Spelling(attribute.aug_op)).append("=");
      }
      Child(attribute.value);
    }
  }

  void Entry(const ConfigEntry& entry) {
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

  void Entries(std::span<const ConfigEntry> entries) {
    for (const ConfigEntry& entry : entries) {
      Entry(entry);
    }
  }

  void Clauses(std::span<const ForClause> clauses) {
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

  void Interpolated(const InterpolatedExpr& expr) {
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

  void Composite(const Expr& expr) {
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
        if (init.has_args) {
          out_ += " (args";
          Arguments(init.args);
          out_ += ")";
        }
        Child(init.config);
        break;
      }
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
      case ExprKind::kInvalid:
      case ExprKind::kName:
      case ExprKind::kInt:
      case ExprKind::kFloat:
      case ExprKind::kConstant:
      case ExprKind::kString:
        break;
    }
  }

  const Interner& names_;
  std::string out_;
};

}  // namespace

std::string Dump(const FileAst& file, const Interner& names) {
  std::string out;
  for (const Stmt* stmt : file.body) {
    Dumper dumper(names);
    dumper.Statement(*stmt);
    out += dumper.Take() + "\n";
  }
  return out;
}

std::string Dump(const Expr& expr, const Interner& names) {
  Dumper dumper(names);
  dumper.Expression(expr);
  return dumper.Take();
}

std::string Dump(const TypeExpr& type, const Interner& names) {
  Dumper dumper(names);
  dumper.Type(type);
  return dumper.Take();
}

}  // namespace kval::kcl
