#include "src/diag/collector.h"
#include "src/diag/emitter.h"
#include "src/lang/kcl/syntax/parse.h"
#include "src/lsp/structure/symbols.h"
#include "src/support/native_stack.h"

namespace kval::lsp {
namespace {

// Configs in configs: deeper ones have no symbols.
constexpr size_t kMaxDepth = 64;

class KclSymbols {
 public:
  explicit KclSymbols(std::string_view text) : file_(sources_.AddText("", std::string(text))) {}

  std::vector<Symbol> Find() {
    diag::Collector unused;
    diag::Emitter emit(&unused);
    for (const kcl::Stmt* statement : kcl::Parse(context_, file_, emit).body) {
      AddStatement(*statement, 0);
    }
    return std::move(symbols_);
  }

 private:
  void AddStatement(const kcl::Stmt& statement, size_t depth) {
    if (!HasStack()) {
      return;
    }
    if (const auto* schema = statement.As<kcl::SchemaStmt>()) {
      Add(schema->name.span, statement.span, SymbolKind::kClass, depth,
          schema->base == nullptr ? std::string_view() : file_.Text(schema->base->span));
      for (const kcl::Stmt* attribute : schema->body) {
        AddStatement(*attribute, depth + 1);
      }
    } else if (const auto* rule = statement.As<kcl::RuleStmt>()) {
      Add(rule->name.span, statement.span, SymbolKind::kInterface, depth);
    } else if (const auto* attribute = statement.As<kcl::AttributeStmt>()) {
      Add(attribute->name.span, statement.span, SymbolKind::kProperty, depth,
          attribute->type == nullptr ? std::string_view() : file_.Text(attribute->type->span));
      AddValue(attribute->value, depth + 1);
    } else if (const auto* alias = statement.As<kcl::TypeAliasStmt>()) {
      Add(alias->name.span, statement.span, SymbolKind::kTypeParameter, depth);
    } else if (const auto* assignment = statement.As<kcl::AssignStmt>()) {
      const bool is_function =
          assignment->value != nullptr && assignment->value->kind == kcl::ExprKind::kLambda;
      Add(assignment->targets.front().span, statement.span,
          is_function ? SymbolKind::kFunction : SymbolKind::kVariable, depth);
      AddValue(assignment->value, depth + 1);
    } else if (const auto* unification = statement.As<kcl::UnificationStmt>()) {
      Add(unification->target.span, statement.span, SymbolKind::kVariable, depth);
      AddValue(unification->value, depth + 1);
    } else if (const auto* branches = statement.As<kcl::IfStmt>()) {
      for (const kcl::IfBranch& branch : branches->branches) {
        for (const kcl::Stmt* inner : branch.body) {
          AddStatement(*inner, depth);
        }
      }
    }
  }

  // Keys of a config, or of a schema's instance.
  void AddValue(const kcl::Expr* value, size_t depth) {
    if (value == nullptr || depth > kMaxDepth || !HasStack()) {
      return;
    }
    if (const auto* instance = value->As<kcl::SchemaInitExpr>()) {
      AddValue(instance->config, depth);
    } else if (const auto* config = value->As<kcl::ConfigExpr>()) {
      AddEntries(config->entries, depth);
    } else if (const auto* list = value->As<kcl::ListExpr>()) {
      for (const kcl::Expr* item : list->items) {
        AddValue(item, depth);
      }
    }
  }

  void AddEntries(std::span<const kcl::ConfigEntry> entries, size_t depth) {
    for (const kcl::ConfigEntry& entry : entries) {
      if (entry.kind == kcl::EntryKind::kPair) {
        Add(entry.key_span, entry.span, SymbolKind::kProperty, depth);
        AddValue(entry.value, depth + 1);
      } else if (entry.kind == kcl::EntryKind::kIf && HasStack()) {
        for (const kcl::ConfigIfBranch& branch : entry.condition->branches) {
          AddEntries(branch.entries, depth);
        }
      }
    }
  }

  void Add(source::Span name, source::Span whole, SymbolKind kind, size_t depth,
           std::string_view detail = {}) {
    if (name.has_value()) {
      symbols_.push_back({SymbolName(file_.Text(name)), detail.empty() ? "" : SymbolName(detail), kind,
                          RangeOf(source::Cover(whole, name)), RangeOf(name), depth});
    }
  }

  ByteRange RangeOf(source::Span span) const {
    const size_t offset = file_.mark_size();
    return {span.begin - file_.base() + offset, span.end - file_.base() + offset};
  }

  source::SourceMap sources_;
  const source::SourceFile& file_;
  kcl::AstContext context_;
  std::vector<Symbol> symbols_;
};

}  // namespace

std::vector<Symbol> FindKclSymbols(std::string_view text) {
  return KclSymbols(text).Find();
}

}  // namespace kval::lsp
