// Configs, lists and comprehensions.
#include <algorithm>

#include "src/lang/kcl/format/expression_printer.h"
#include "src/support/native_stack.h"

namespace kval::kcl::format {

template <typename Branches, typename PrintBody>
void ExpressionPrinter::Conditional(const Branches& branches, const PrintBody& print_body) {
  for (size_t i = 0; i < branches.size(); ++i) {
    if (i > 0) {
      Newline();
    }
    if (branches[i].condition != nullptr) {
      Write(i == 0 ? "if " : "elif ");
      Expression(*branches[i].condition);
    } else {
      Write("else");
    }
    Write(":");
    print_body(branches[i]);
  }
}

void ExpressionPrinter::Collection(const Expr& expr) {
  if (const ConfigExpr* config = expr.As<ConfigExpr>()) {
    Config(*config);
  } else if (const ListExpr* list = expr.As<ListExpr>()) {
    List(*list);
  } else if (const ListComprehensionExpr* items = expr.As<ListComprehensionExpr>()) {
    ListComprehension(*items);
  } else if (const DictComprehensionExpr* entries = expr.As<DictComprehensionExpr>()) {
    DictComprehension(*entries);
  } else if (const ListIfExpr* condition = expr.As<ListIfExpr>()) {
    Conditional(condition->branches, [this](const ListIfBranch& branch) { ItemLines(branch.items); });
  } else if (const QuantifierExpr* quantifier = expr.As<QuantifierExpr>()) {
    Quantifier(*quantifier);
  } else if (const LambdaExpr* lambda = expr.As<LambdaExpr>()) {
    Lambda(*lambda);
  }
}

void ExpressionPrinter::ListComprehension(const ListComprehensionExpr& expr) {
  if (expr.item->kind == ExprKind::kListIf) {
    WriteSource(expr.span);  // lines below the condition would end the item
    return;
  }
  Write("[");
  Expression(*expr.item);
  Clauses(expr.clauses);
  Write("]");
}

void ExpressionPrinter::Clauses(std::span<const ForClause> clauses) {
  for (const ForClause& clause : clauses) {
    Write(" for ");
    for (size_t i = 0; i < clause.variables.size(); ++i) {
      Write(i > 0 ? ", " : "");
      WriteSource(clause.variables[i].span);
    }
    Write(" in ");
    Expression(*clause.iterable);
    for (const Expr* condition : clause.conditions) {
      Write(" if ");
      Expression(*condition);
    }
  }
}

void ExpressionPrinter::DictComprehension(const DictComprehensionExpr& expr) {
  Write("{");
  KeyAndOperator(expr.entry);
  Expression(*expr.entry.value);
  Clauses(expr.clauses);
  Write("}");
}

// Whether the entries stay on the line of the brace: none is on a later line, and no comment is before them.
bool ExpressionPrinter::FitsOnLine(const ConfigExpr& config) const {
  bool has_comment = true;
  for (const ConfigEntry& entry : config.entries) {
    const uint32_t line = LinesOf(entry.span).first;
    if (line != last_line_ || entry.kind == EntryKind::kIf) {
      return false;
    }
    has_comment = has_comment && comments_.HasUpTo(line);
  }
  const bool is_nested =
      config.entries.size() == 1 && (config.entries[0].value->kind == ExprKind::kConfig ||
                                     config.entries[0].value->kind == ExprKind::kSchemaInit);
  return !has_comment && !is_nested;
}

void ExpressionPrinter::Config(const ConfigExpr& config) {
  Write("{");
  if (!config.entries.empty()) {
    if (FitsOnLine(config)) {
      for (size_t i = 0; i < config.entries.size(); ++i) {
        Write(i > 0 ? ", " : "");
        Entry(config.entries[i]);
      }
    } else {
      CommentsBehindOpening(config.span, config.entries[0].span);
      EntryLines(config.entries);
      Enter();
      CommentsUntil(LinesOf(config.span).last - 1);
      Leave();
      Newline();
    }
  }
  Write("}");
}

void ExpressionPrinter::EntryLines(std::span<const ConfigEntry> entries) {
  Enter();
  for (const ConfigEntry& entry : entries) {
    Newline();
    Entry(entry);
  }
  Leave();
}

void ExpressionPrinter::Entry(const ConfigEntry& entry) {
  NeedStack();
  CommentsBefore(entry.span);
  switch (entry.kind) {
    case EntryKind::kIf:
      Conditional(entry.condition->branches,
                  [this](const ConfigIfBranch& branch) { EntryLines(branch.entries); });
      return;
    case EntryKind::kUnpack:
    case EntryKind::kPair:
      KeyAndOperator(entry);
      Expression(*entry.value);
      CommentsBehind(entry.value->span);
      return;
  }
}

// `key: `, or the `**` of an entry without a key.
void ExpressionPrinter::KeyAndOperator(const ConfigEntry& entry) {
  if (entry.kind == EntryKind::kUnpack) {
    Write("**");
    return;
  }
  last_line_ = std::max(last_line_, LinesOf(entry.key_span).first);
  for (size_t i = 0; i < entry.key.size(); ++i) {
    Step(entry.key[i], i == 0, entry.key_span);
  }
  Write(entry.op == EntryOp::kUnion ? "" : " ");
  Write(Spelling(entry.op));
  Write(" ");
}

void ExpressionPrinter::Step(const KeyStep& step, bool is_first, source::Span key) {
  switch (step.kind) {
    case KeyStepKind::kName:
    case KeyStepKind::kString:
      Write(is_first ? "" : ".");
      WriteSource(step.name.span);
      return;
    case KeyStepKind::kExpr: {
      const bool is_enclosed =
          is_first && step.expr->kind != ExprKind::kParen && file_.Text(key).starts_with('(');
      Write(is_enclosed ? "(" : "");
      Expression(*step.expr);
      Write(is_enclosed ? ")" : "");
      return;
    }
    case KeyStepKind::kIndex:
      Write("[");
      Expression(*step.expr);
      Write("]");
      return;
  }
}

void ExpressionPrinter::List(const ListExpr& list) {
  bool has_comment = !list.items.empty();
  bool is_short = true;
  for (const Expr* item : list.items) {
    const uint32_t line = LinesOf(item->span).first;
    has_comment = has_comment && comments_.HasUpTo(line);
    is_short = is_short && line == last_line_ && item->kind != ExprKind::kListIf;
  }
  Write("[");
  if (is_short && !has_comment) {
    for (size_t i = 0; i < list.items.size(); ++i) {
      Write(i > 0 ? ", " : "");
      Expression(*list.items[i]);
    }
  } else {
    CommentsBehindOpening(list.span, list.items[0]->span);
    ItemLines(list.items);
    Enter();
    CommentsUntil(LinesOf(list.span).last - 1);
    Leave();
    Newline();
  }
  Write("]");
}

void ExpressionPrinter::ItemLines(Exprs items) {
  Enter();
  for (const Expr* item : items) {
    Newline();
    CommentsBefore(item->span);
    Expression(*item);
  }
  Leave();
}

}  // namespace kval::kcl::format
