#include "src/lang/kcl/format/statement_printer.h"

#include "src/support/ascii.h"
#include "src/support/native_stack.h"

namespace kval::kcl::format {

std::string StatementPrinter::Print(const FileAst& ast, source::Span doc) {
  if (doc.has_value()) {
    WriteSource(doc);
    Write("\n\n");
  }
  Statements(ast.body);
  while (!comments_.empty()) {
    Write(comments_.Take().text);
    Write("\n");
  }
  out_.erase(out_.find_last_not_of('\n') + 1);
  out_ += out_.empty() ? "" : "\n";
  return std::move(out_);
}

// The last line of a statement before `next`, as KCL counts: the line breaks behind some statements belong to
// them.
uint32_t StatementPrinter::EndLine(const Stmt& stmt, const Stmt& next) const {
  switch (stmt.kind) {
    case StmtKind::kIf:
    case StmtKind::kSchema:
    case StmtKind::kRule:
      return LinesOf(next.span).first;
    case StmtKind::kUnification:
      return LinesOf(stmt.span).last + 1;
    default: {
      const AttributeStmt* attribute = stmt.As<AttributeStmt>();
      return LinesOf(stmt.span).last + (attribute && attribute->optional ? 1 : 0);
    }
  }
}

// Keeps one of the empty lines between two statements.
void StatementPrinter::Statements(Stmts stmts) {
  const Stmt* last = nullptr;
  for (const Stmt* stmt : stmts) {
    if (last) {
      const uint32_t line = LinesOf(stmt->span).first;
      const uint32_t end = EndLine(*last, *stmt);
      const bool is_separate = line > end + 2 || (line == end + 2 && !comments_.HasUpTo(line));
      if (is_separate || (last->kind == StmtKind::kImport && stmt->kind != StmtKind::kImport)) {
        Write("\n");
      }
    }
    Fill();
    CommentsBefore(stmt->span);
    Statement(*stmt);
    last = stmt;
  }
}

void StatementPrinter::Block(Stmts stmts) {
  Enter();
  Statements(stmts);
  Leave();
}

void StatementPrinter::Statement(const Stmt& stmt) {
  NeedStack();
  switch (stmt.kind) {
    case StmtKind::kImport:
      return Import(*stmt.As<ImportStmt>());
    case StmtKind::kAssign:
      return Assign(*stmt.As<AssignStmt>());
    case StmtKind::kAugAssign:
      return AugAssign(*stmt.As<AugAssignStmt>());
    case StmtKind::kUnification:
      return Unification(*stmt.As<UnificationStmt>());
    case StmtKind::kIf:
      return If(*stmt.As<IfStmt>());
    case StmtKind::kAssert:
      return Assert(*stmt.As<AssertStmt>());
    case StmtKind::kExpr:
      return ExprList(*stmt.As<ExprStmt>());
    case StmtKind::kTypeAlias:
      Write("type ");
      WriteSource(stmt.As<TypeAliasStmt>()->name.span);
      Write(" = ");
      Type(*stmt.As<TypeAliasStmt>()->type);
      Write("\n");
      return;
    case StmtKind::kSchema:
      return Schema(*stmt.As<SchemaStmt>());
    case StmtKind::kRule:
      return Rule(*stmt.As<RuleStmt>());
    case StmtKind::kAttribute:
      return Attribute(*stmt.As<AttributeStmt>());
  }
}

void StatementPrinter::Import(const ImportStmt& import) {
  Write("import ");
  WriteSource(import.path_span);
  if (import.has_alias) {
    Write(" as ");
    WriteSource(import.bound.span);
  }
  Write("\n");
}

void StatementPrinter::TargetPath(const Target& target) {
  WriteSource(target.name.span);
  for (const KeyStep& step : target.path) {
    Step(step, false, target.span);
  }
}

void StatementPrinter::Assign(const AssignStmt& assign) {
  for (size_t i = 0; i < assign.targets.size(); ++i) {
    TargetPath(assign.targets[i]);
    if (i == 0 && assign.type) {
      Write(": ");
      Type(*assign.type);
    }
    Write(" = ");
  }
  Expression(*assign.value);
  CommentsBehind(assign.value->span);
  Write("\n");
}

void StatementPrinter::AugAssign(const AugAssignStmt& assign) {
  TargetPath(assign.target);
  out_.append(" ").append(Spelling(assign.op)).append("= ");
  Expression(*assign.value);
  CommentsBehind(assign.value->span);
  Write("\n");
}

void StatementPrinter::Unification(const UnificationStmt& stmt) {
  TargetPath(stmt.target);
  Write(": ");
  SchemaInit(*stmt.value);
  CommentsBehind(stmt.value->span);
  Write("\n");
}

void StatementPrinter::If(const IfStmt& stmt) {
  for (size_t i = 0; i < stmt.branches.size(); ++i) {
    const IfBranch& branch = stmt.branches[i];
    if (i > 0) {
      Fill();
    }
    if (branch.condition) {
      Write(i == 0 ? "if " : "elif ");
      Expression(*branch.condition);
    } else {
      Write("else");
    }
    Write(":\n");
    Block(branch.body);
  }
  Write(stmt.branches.back().condition ? "\n" : "");
}

void StatementPrinter::Assert(const AssertStmt& stmt) {
  Write("assert ");
  Expression(*stmt.condition);
  if (stmt.guard) {
    Write(" if ");
    Expression(*stmt.guard);
  }
  if (stmt.message) {
    Write(", ");
    Expression(*stmt.message);
  }
  CommentsBehind(stmt.span);
  Write("\n");
}

void StatementPrinter::ExprList(const ExprStmt& stmt) {
  for (size_t i = 0; i < stmt.exprs.size(); ++i) {
    Write(i > 0 ? ", " : "");
    Expression(*stmt.exprs[i]);
  }
  Write("\n");
}

void StatementPrinter::Decorators(std::span<const Decorator> decorators) {
  for (const Decorator& decorator : decorators) {
    CommentsBefore(decorator.span);
    Write("@");
    Expression(*decorator.callee);
    Write("(");
    Arguments(decorator.args);
    Write(")");
    Newline();
  }
}

void StatementPrinter::Schema(const SchemaStmt& schema) {
  constexpr std::string_view kKeywords[] = {"schema ", "mixin ", "protocol "};
  Decorators(schema.decorators);
  Write(kKeywords[static_cast<size_t>(schema.schema_kind)]);  // also of `schema NameMixin`, a mixin
  Write(schema.relaxed ? "relaxed " : "");
  WriteSource(schema.name.span);
  if (!schema.params.empty()) {
    Write("[");
    Parameters(schema.params);
    Write("]");
  }
  if (schema.base) {
    Bases({schema.base, 1});
  }
  if (schema.for_protocol) {
    Write(" for ");
    Path(schema.for_protocol->names);
  }
  Write(":\n");
  Enter();
  if (schema.doc_span.has_value()) {
    Fill();
    WriteSource(schema.doc_span);
    Write("\n");
  }
  Mixins(schema.mixins);
  if (schema.index_signature && !schema.relaxed) {
    Signature(*schema.index_signature);
  }
  Statements(schema.body);
  Write("\n");
  if (!schema.checks.empty()) {
    Fill();
    Write("check:");
    NewlineAndIndent(1);
    Checks(schema.checks);
    Write("\n");
    Leave();
    Write("\n");
  }
  Leave();
}

void StatementPrinter::Bases(std::span<const SchemaRef> bases) {
  for (size_t i = 0; i < bases.size(); ++i) {
    Write(i > 0 ? ", " : "(");
    Path(bases[i].names);
  }
  Write(bases.empty() ? "" : ")");
}

void StatementPrinter::Mixins(std::span<const SchemaRef> mixins) {
  if (mixins.empty()) {
    return;
  }
  Fill();
  Write("mixin [");
  NewlineAndIndent(1);
  for (size_t i = 0; i < mixins.size(); ++i) {
    if (i > 0) {
      Write(",");
      Newline();
    }
    CommentsBefore(mixins[i].span);
    Path(mixins[i].names);
  }
  NewlineAndIndent(-1);
  Write("]\n");
}

void StatementPrinter::Signature(const IndexSignature& signature) {
  Fill();
  CommentsBefore(signature.span);
  Write("[");
  Write(signature.any_other ? "..." : "");
  if (signature.has_alias) {
    WriteSource(signature.alias.span);
    Write(": ");
  }
  Type(*signature.key_type);
  Write("]: ");
  Type(*signature.value_type);
  if (signature.default_value) {
    Write(" = ");
    Expression(*signature.default_value);
  }
  Write("\n");
}

void StatementPrinter::Rule(const RuleStmt& rule) {
  Decorators(rule.decorators);
  Write("rule ");
  WriteSource(rule.name.span);
  if (!rule.params.empty()) {
    Write("[");
    Parameters(rule.params);
    Write("]");
  }
  Bases(rule.bases);
  if (rule.for_protocol) {
    Write(" for ");
    Path(rule.for_protocol->names);
  }
  Write(":");
  NewlineAndIndent(1);
  if (rule.doc_span.has_value()) {
    WriteSource(rule.doc_span);
    Newline();
  }
  if (!rule.checks.empty()) {
    Checks(rule.checks);
    Write("\n");
  }
  Leave();
}

void StatementPrinter::Checks(std::span<const CheckLine> checks) {
  for (size_t i = 0; i < checks.size(); ++i) {
    if (i > 0) {
      Newline();
    }
    CommentsBefore(checks[i].span);
    Expression(*checks[i].condition);
    if (checks[i].guard) {
      Write(" if ");
      Expression(*checks[i].guard);
    }
    if (checks[i].message) {
      Write(", ");
      Expression(*checks[i].message);
    }
  }
}

// Names that do not begin with an ASCII letter or `_` are quoted, and single quotes become double quotes.
void StatementPrinter::AttributeName(std::string_view name) {
  const bool is_single =
      name.size() > 1 && name[0] == '\'' && name.find_first_of("\"\\") == std::string_view::npos;
  const bool is_plain = !name.empty() && (IsLetter(name[0]) || name[0] == '_' || name[0] == '$');
  if (is_single || (!is_plain && !name.starts_with('"') && !name.starts_with('\''))) {
    out_.append("\"").append(is_single ? name.substr(1, name.size() - 2) : name).append("\"");
  } else {
    Write(name);
  }
}

void StatementPrinter::Attribute(const AttributeStmt& attribute) {
  Decorators(attribute.decorators);
  Write(attribute.is_final ? "final " : "");
  AttributeName(file_.Text(attribute.name.span));
  Write(attribute.optional ? "?" : "");
  source::Span end = attribute.name.span;
  if (attribute.type) {
    Write(": ");
    Type(*attribute.type);
    end = attribute.type->span;
  }
  if (attribute.value) {
    Write(" ");
    Write(attribute.has_aug_op ? Spelling(attribute.aug_op) : "");
    Write("= ");
    Expression(*attribute.value);
    end = attribute.value->span;
  }
  CommentsBehind(end);
  Write("\n");
}

}  // namespace kval::kcl::format
