#include "tests/kcl/syntax/dump.h"

#include "src/support/native_stack.h"
#include "tests/kcl/syntax/dumper.h"

namespace kval::kcl {
namespace {

constexpr std::string_view kSchemaKinds[] = {"schema", "mixin", "protocol"};

}  // namespace

void Dumper::Statements(Stmts stmts) {
  for (const Stmt* stmt : stmts) {
    out_ += out_.empty() || out_.back() == '(' ? "" : " ";
    Statement(*stmt);
  }
}

void Dumper::Statement(const Stmt& stmt) {
  NeedStack();
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
    case StmtKind::kAugAssign:
      out_.append("(").append(Spelling(stmt.As<AugAssignStmt>()->op)).append("=");
      TargetPath(stmt.As<AugAssignStmt>()->target);
      Child(stmt.As<AugAssignStmt>()->value);
      break;
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

void Dumper::Type(const TypeExpr& type) {
  NeedStack();
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

void Dumper::Path(std::span<const Name> path) {
  for (size_t i = 0; i < path.size(); ++i) {
    out_ += i > 0 ? "." : "";
    Text(path[i]);
  }
}

void Dumper::TargetPath(const Target& target) {
  out_ += " ";
  Text(target.name);
  Steps(target.path);
}

void Dumper::Import(const ImportStmt& import) {
  out_.append("(import ").append(import.dots, '.');
  Path(import.path);
  if (import.has_alias) {
    out_ += " as ";
    Text(import.bound);
  }
}

void Dumper::Decorators(std::span<const Decorator> decorators) {
  for (const Decorator& decorator : decorators) {
    out_ += " @(";
    Expression(*decorator.callee);
    Arguments(decorator.args);
    out_ += ")";
  }
}

void Dumper::Checks(std::span<const CheckLine> checks) {
  for (const CheckLine& check : checks) {
    out_ += " (check";
    Check(check.condition, check.guard, check.message);
    out_ += ")";
  }
}

void Dumper::Schema(const SchemaStmt& schema) {
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

void Dumper::Rule(const RuleStmt& rule) {
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
  if (rule.for_protocol) {
    out_ += " (for ";
    Path(rule.for_protocol->names);
    out_ += ")";
  }
  if (!rule.doc.empty()) {
    out_ += " ";
    Quoted(rule.doc);
  }
  Checks(rule.checks);
}

void Dumper::Attribute(const AttributeStmt& attribute) {
  out_ += "(attr";
  Decorators(attribute.decorators);
  out_ += attribute.is_final ? " final " : " ";
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
