#include "src/lang/kcl/eval/attribute_reads.h"

#include <algorithm>
#include <utility>

#include "src/lang/kcl/runtime/text.h"
#include "src/lang/kcl/syntax/fields.h"

namespace kval::kcl::eval {
namespace {

using runtime::Kind;

constexpr int kDepthLimit = 100;
constexpr size_t kMostParts = 8;
constexpr size_t kLongText = 60;

// A scalar as a label shows it, in the words of YAML; empty for anything that is no short scalar.
std::string ScalarText(const runtime::Value& value) {
  switch (value.kind) {
    case Kind::kNone:
      return "null";
    case Kind::kBool:
      return value.boolean ? "true" : "false";
    case Kind::kInt:
    case Kind::kFloat:
    case Kind::kUnit:
      return runtime::Text(value);
    case Kind::kString: {
      const std::string_view text = value.string();
      const bool is_short = text.size() <= kLongText && text.find('\n') == std::string_view::npos;
      return is_short ? "\"" + std::string(text) + "\"" : std::string();
    }
    case Kind::kUndefined:
    case Kind::kList:
    case Kind::kDict:
    case Kind::kSchema:
    case Kind::kFunction:
    case Kind::kType:
    case Kind::kModule:
      return {};
  }
  return {};
}

const Expr& Bare(const Expr& expr) {
  const Expr* inner = &expr;
  while (const auto* paren = inner->As<ParenExpr>()) {
    inner = paren->inner;
  }
  return *inner;
}

}  // namespace

const Ref& AttributeReads::Resolve(const Name& name) const {
  const Ref* ref = &program_.RefOf(name);
  for (int hops = 0; hops < kDepthLimit && ref->fallback >= 0; ++hops) {
    const bool is_intended = ref->kind == RefKind::kAttribute ? IsMember(ref->symbol) : false;
    if (is_intended) {
      break;
    }
    ref = &program_.fallbacks[static_cast<size_t>(ref->fallback)];
  }
  return *ref;
}

bool AttributeReads::ChainOf(const Expr& expr, Chain& chain, int depth) const {
  const Expr& bare = Bare(expr);
  if (depth > kDepthLimit) {
    return false;
  }
  if (const auto* name = bare.As<NameExpr>()) {
    chain.name = &name->name;
    return true;
  }
  if (const auto* selector = bare.As<SelectorExpr>()) {
    const bool is_chain = ChainOf(*selector->value, chain, depth + 1);
    chain.steps.push_back(diag::PathStep::Key(program_.ast.names.Text(selector->attribute.symbol)));
    return is_chain;
  }
  const auto* subscript = bare.As<SubscriptExpr>();
  if (subscript == nullptr || !ChainOf(*subscript->value, chain, depth + 1)) {
    return false;
  }
  if (const auto* key = subscript->index->As<StringExpr>()) {
    chain.steps.push_back(diag::PathStep::Key(key->value));
    return true;
  }
  const auto* index = subscript->index->As<IntExpr>();
  if (index == nullptr || index->value < 0) {
    return false;
  }
  chain.steps.push_back(diag::PathStep::Index(static_cast<size_t>(index->value)));
  return true;
}

// As far as the value goes: `name.upper` is `name`.
void AttributeReads::Descend(const std::vector<diag::PathStep>& steps, LoopBinding& at) {
  for (const diag::PathStep& step : steps) {
    if (step.index >= 0) {
      const bool has_item =
          at.value.is(Kind::kList) && static_cast<size_t>(step.index) < at.value.items().size();
      if (!has_item) {
        return;
      }
      at.value = at.value.items()[static_cast<size_t>(step.index)];
      at.key = {};
    } else {
      const runtime::Entry* entry = at.value.is_config() ? at.value.fields().Find(step.key) : nullptr;
      if (entry == nullptr) {
        return;
      }
      at.value = entry->value;
      at.key = entry->key_span;
    }
    at.path.push_back(step);
  }
}

bool AttributeReads::Find(const Chain& chain, LoopBinding& found) const {
  const Ref& ref = Resolve(*chain.name);
  if (ref.kind == RefKind::kAttribute && IsMember(ref.symbol)) {
    const runtime::Entry* entry = instance_.config->Find(program_.ast.names.Text(ref.symbol));
    if (entry == nullptr || (is_data_ && !is_data_(entry->key_span))) {
      return false;
    }
    found = {{diag::PathStep::Key(entry->key)}, entry->value, entry->key_span};
  } else if (const auto loop = loops_.find(chain.name->symbol);
             ref.kind == RefKind::kLocal && loop != loops_.end()) {
    found = loop->second;
  } else {
    return false;
  }
  Descend(chain.steps, found);
  return true;
}

void AttributeReads::AddPart(const LoopBinding& found, bool is_set) {
  const auto is_same = [&](const AttributeRead& other) { return other.path == found.path; };
  if (parts_.size() >= kMostParts || std::any_of(parts_.begin(), parts_.end(), is_same)) {
    return;
  }
  const bool is_collection = found.value.is_config() || found.value.is(Kind::kList);
  const bool by_key = found.key.has_value() && (is_collection || !found.value.span.has_value() || !is_set);
  parts_.push_back({found.path, by_key ? found.key : found.value.span, ScalarText(found.value), is_set,
                    is_set || !found.value.is_empty()});
}

void AttributeReads::AddKey(const runtime::Entry& entry) {
  AddPart({{diag::PathStep::Key(entry.key)}, entry.value, entry.key_span}, true);
}

void AttributeReads::AddChain(const Chain& chain, int depth) {
  LoopBinding found;
  if (Find(chain, found)) {
    AddPart(found, true);
    return;
  }
  const Ref& ref = Resolve(*chain.name);
  if (ref.kind == RefKind::kAttribute && IsMember(ref.symbol)) {
    VisitUnset(instance_.layout->by_name.at(ref.symbol), depth);
  }
}

void AttributeReads::VisitUnset(size_t member, int depth) {
  if (std::find(unset_.begin(), unset_.end(), member) != unset_.end() || depth > kDepthLimit) {
    return;
  }
  unset_.push_back(member);
  const size_t before = parts_.size();
  const Member& unset = instance_.layout->members[member];
  for (const Setter& setter : unset.setters) {
    if (setter.stmt != nullptr) {
      VisitStmts(Stmts(&setter.stmt, 1), depth + 1);
    }
    for (const Choice& choice : setter.choices) {
      Visit(choice.statement->branches[choice.branch].condition, depth + 1);
    }
  }
  unset_.pop_back();
  if (parts_.size() == before) {
    source::Span at;
    if (unset.declaration != nullptr) {
      const Expr* value = unset.declaration->value;
      at = value == nullptr ? unset.declaration->name.span : value->span;
    }
    AddPart({{diag::PathStep::Key(unset.text)}, value_of_(member), at}, false);
  }
}

void AttributeReads::VisitStmts(Stmts body, int depth) {
  for (const Stmt* stmt : body) {
    if (const auto* attribute = stmt->As<AttributeStmt>()) {
      Visit(attribute->value, depth);
    } else if (const auto* assign = stmt->As<AssignStmt>()) {
      Visit(assign->value, depth);
    } else if (const auto* augmented = stmt->As<AugAssignStmt>()) {
      Visit(augmented->value, depth);
    } else if (const auto* unification = stmt->As<UnificationStmt>()) {
      Visit(unification->value, depth);
    } else if (const auto* expression = stmt->As<ExprStmt>()) {
      for (const Expr* expr : expression->exprs) {
        Visit(expr, depth);
      }
    } else if (const auto* condition = stmt->As<IfStmt>(); condition != nullptr && depth < kDepthLimit) {
      for (const IfBranch& branch : condition->branches) {
        Visit(branch.condition, depth + 1);
        VisitStmts(branch.body, depth + 1);
      }
    }
  }
}

void AttributeReads::VisitEntries(std::span<const ConfigEntry> entries, int depth) {
  for (const ConfigEntry& entry : entries) {
    for (const KeyStep& step : entry.key) {
      Visit(step.expr, depth + 1);
    }
    Visit(entry.value, depth + 1);
    if (entry.condition != nullptr && depth < kDepthLimit) {
      for (const ConfigIfBranch& branch : entry.condition->branches) {
        Visit(branch.condition, depth + 1);
        VisitEntries(branch.entries, depth + 1);
      }
    }
  }
}

void AttributeReads::VisitClauses(std::span<const ForClause> clauses, int depth) {
  for (const ForClause& clause : clauses) {
    Visit(clause.iterable, depth);
    for (const Expr* condition : clause.conditions) {
      Visit(condition, depth);
    }
  }
}

// For an `all` that fails: the element that fails, and the parts of it that the body reads.
void AttributeReads::VisitQuantifier(const QuantifierExpr& expr, int depth) {
  Chain chain;
  LoopBinding element;
  const auto culprit = culprits_.find(&expr);
  const bool is_known =
      culprit != culprits_.end() && ChainOf(*expr.iterable, chain, 0) && Find(chain, element);
  if (!is_known || expr.variables.empty()) {
    Visit(expr.iterable, depth);
    Visit(expr.body, depth);
    Visit(expr.condition, depth);
    return;
  }
  const runtime::Value& key = culprit->second.key;
  const bool by_index = key.is(Kind::kInt);
  element.key = by_index ? source::Span() : key.span;
  element.value = culprit->second.value;
  element.path.push_back(by_index ? diag::PathStep::Index(static_cast<size_t>(key.integer))
                                  : diag::PathStep::Key(key.string()));
  const Symbol variable = expr.variables.back().symbol;
  const size_t before = parts_.size();
  const auto [binding, is_new] = loops_.try_emplace(variable, element);
  const LoopBinding outer = std::exchange(binding->second, element);
  Visit(expr.body, depth);
  Visit(expr.condition, depth);
  if (is_new) {
    loops_.erase(variable);
  } else {
    loops_[variable] = outer;
  }
  if (parts_.size() == before) {
    AddPart(element, true);
  }
}

void AttributeReads::Visit(const Expr* maybe, int depth) {
  if (maybe == nullptr || depth > kDepthLimit) {
    return;
  }
  const Expr& expr = Bare(*maybe);
  Chain chain;
  if (ChainOf(expr, chain, 0)) {
    AddChain(chain, depth + 1);
    return;
  }
  ++depth;
  if (const auto* init = expr.As<SchemaInitExpr>()) {
    VisitOperands(init->args, depth);
    Visit(init->config, depth);
  } else if (const auto* config = expr.As<ConfigExpr>()) {
    VisitEntries(config->entries, depth);
  } else if (const auto* list = expr.As<ListComprehensionExpr>()) {
    VisitClauses(list->clauses, depth);
    Visit(list->item, depth);
  } else if (const auto* dict = expr.As<DictComprehensionExpr>()) {
    VisitClauses(dict->clauses, depth);
    Visit(dict->entry.value, depth);
  } else if (const auto* quantifier = expr.As<QuantifierExpr>()) {
    VisitQuantifier(*quantifier, depth);
  } else if (const auto* lambda = expr.As<LambdaExpr>()) {
    VisitStmts(lambda->body, depth);
  } else {
    VisitOperands(expr, depth);
  }
}

// Visits the operands of expressions that introduce no names.
template <typename T>
void AttributeReads::VisitOperands(const T& field, int depth) {
  const auto visit = [&](const auto& inner) { VisitOperands(inner, depth); };
  if constexpr (FieldList<T>) {
    std::for_each(field.begin(), field.end(), visit);
  } else if constexpr (std::is_convertible_v<T, const Expr*>) {
    Visit(field, depth);
  } else if constexpr (std::is_same_v<T, Expr>) {
    WithNodeType(field, visit);
  } else if constexpr (HasFields<T>) {
    ForEachField(field, visit);
  }
}

}  // namespace kval::kcl::eval
